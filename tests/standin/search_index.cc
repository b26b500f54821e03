#include "tests/standin/search_index.h"

#include "common/arxiv/tex.h"
#include "common/base/clock.h"
#include "common/base/text.h"
#include "tests/query_model/pages.h"

namespace standin {
namespace {

constexpr std::string_view kAnyDay = "1970-01-01";

std::string converted(const std::string& text) {
  return base::collapse_space(arxiv::tex_to_unicode(text));
}

query_model::Paper paper_of(const RawRecord& record) {
  return {record.id,
          converted(record.title),
          converted(record.authors),
          converted(record.abstract),
          converted(record.comments),
          converted(record.journal_ref),
          record.categories,
          base::to_iso(record.versions.front()),
          base::to_iso(record.versions.back())};
}

}  // namespace

void SearchIndex::read_corpus() {
  for (std::size_t at = 0; at < corpus_.size(); ++at) {
    const auto record = read_record(corpus_.record(at, kAnyDay));
    if (record && !record->versions.empty()) documents_.emplace_back(paper_of(*record));
  }
}

std::optional<SearchIndex::Page> SearchIndex::find(std::string_view query, Sort sort,
                                                   bool ascending, std::size_t start,
                                                   std::size_t limit) {
  const auto parsed = query_model::Query::parse(query);
  if (!parsed) return std::nullopt;
  std::call_once(once_, [this] { read_corpus(); });
  std::vector<std::size_t> places = query_model::select(*parsed, documents_);
  const auto date =
      sort == Sort::kSubmitted ? query_model::Date::kPublished : query_model::Date::kUpdated;
  query_model::sort_by_date(places, documents_, date, ascending && sort != Sort::kRelevance,
                            query_model::Ties::kIdentifier);
  Page page;
  page.total = places.size();
  for (const std::string& id : query_model::page(places, documents_, start, limit)) {
    if (const auto index = corpus_.find(id)) {
      page.records.push_back(*read_record(corpus_.record(*index, kAnyDay)));
    }
  }
  return page;
}

}  // namespace standin

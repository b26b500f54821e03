#include "tests/common/mirror/search_check.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "common/arxiv/query.h"
#include "common/base/fault.h"
#include "tests/common/mirror/search_model.h"
#include "tests/common/mirror/search_route.h"
#include "tests/query_model/pages.h"
#include "tests/support/temp_dir.h"

namespace testing {
namespace {

using query_model::Document;
using query_model::Query;
using Ids = std::vector<std::string>;
using Places = std::vector<std::size_t>;
using Sort = mirror::SearchRequest::Sort;

std::vector<Document> documents_of(const std::vector<PaperRow>& rows) {
  std::vector<Document> documents;
  for (const PaperRow& row : rows) {
    documents.emplace_back(query_model::Paper{
        row.id, row.title, row.authors, row.abstract, row.comment.value_or(""),
        row.journal_ref.value_or(""), row.categories, row.published, row.updated});
  }
  return documents;
}

// One in so many effective queries is asked as well.
constexpr int kReplayed = 4;

std::string shown(const Ids& ids) {
  std::string out;
  for (const std::string& id : ids)
    out += " " + id;
  return out;
}

std::string shown(std::int64_t total, const Ids& ids) {
  return std::to_string(total) + ":" + shown(ids);
}

}  // namespace

struct SearchCheck::Impl {
  TempDir folder;
  std::vector<PaperRow> rows;
  std::vector<Document> documents;
  std::optional<mirror::Database> plain;
  std::optional<mirror::Reader> reader;
  std::optional<mirror::Reader> unaided;
  int answered = 0;

  Impl(unsigned seed, int papers) {
    Random random(seed);
    rows = random_papers(random, papers);
    documents = documents_of(rows);
    const std::string path = folder / "mirror.db";
    MirrorFile file(path);
    file.fill(rows);
    file.complete();
    file.checkpoint();
    plain.emplace(path, SQLITE_OPEN_READONLY);
    std::filesystem::copy_file(path, folder / "unaided.db");
    MirrorFile(folder / "unaided.db").use_search_aids(false);
    reader = std::move(mirror::Reader::open(path, std::chrono::minutes(5)).reader);
    unaided =
        std::move(mirror::Reader::open(folder / "unaided.db", std::chrono::minutes(5)).reader);
  }

  // All places that match `match`, as SQLite's own ranking orders them.
  Places ranked(const std::string& match) {
    mirror::Statement statement(*plain,
                                "SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?1"
                                " ORDER BY bm25(papers_fts), rowid");
    Places places;
    for (mirror::Rows found = statement.query(match); found.next();)
      places.push_back(static_cast<std::size_t>(found.integer(0) - 1));
    return places;
  }

  // `places` in the order of the search.
  Places ordered(Places places, const RandomSearch& search, const arxiv::MirrorQuery& query) {
    const bool term = !query.match.empty();
    if (term && search.sort == Sort::kRelevance) {
      const std::unordered_set<std::size_t> wanted(places.begin(), places.end());
      Places all = ranked(query.match);
      std::erase_if(all, [&](std::size_t place) { return !wanted.contains(place); });
      return all;
    }
    const bool by_identifier = !term && !query.groups.empty();
    query_model::sort_by_date(
        places, documents,
        search.sort == Sort::kSubmitted ? query_model::Date::kPublished
                                        : query_model::Date::kUpdated,
        search.ascending && search.sort != Sort::kRelevance,
        by_identifier ? query_model::Ties::kIdentifier : query_model::Ties::kPlace);
    return places;
  }

  std::string ask(const RandomSearch& search, const arxiv::MirrorQuery& query) {
    const mirror::SearchRequest request{query, search.sort, search.ascending, search.start,
                                        search.limit};
    const auto answer = [&](mirror::Reader& from) {
      const mirror::SearchPage page = from.search(request, base::Deadline::never(), {});
      return shown(page.total, ids_of(page));
    };
    const std::string found = answer(*reader);
    const std::string found_unaided = answer(*unaided);
    return found == found_unaided ? found : found + "\n without aids " + found_unaided;
  }

  // The route taken, where it is not the one that the model expects.
  static std::string route_difference(const std::optional<Query>& query,
                                      const arxiv::TranslatedQuery& translated) {
    const bool expected = query && mirror_answers(*query);
    if (!translated.live) return expected ? "" : "answered by the mirror";
    // What nests no deeper than this fits FTS5's parser, whatever its operands.
    constexpr std::size_t kAlwaysAnswered = 30;
    const bool too_deep = *translated.live == arxiv::LiveRouteReason::kTooDeep;
    if (!expected || (too_deep && depth(*query) > kAlwaysAnswered)) return "";
    return "sent live: " + std::string(arxiv::live_route_rule(*translated.live).name);
  }

  std::string compare_answer(const RandomSearch& search, Query query,
                             const arxiv::TranslatedQuery& translated, bool& found_any) {
    query.in_category(search.category);
    query.submitted(search.submitted_from, search.submitted_to);
    const Places places = ordered(query_model::select(query, documents), search, translated.mirror);
    found_any = !places.empty();
    const std::string expected =
        shown(static_cast<std::int64_t>(places.size()),
              query_model::page(places, documents, static_cast<std::size_t>(search.start),
                                static_cast<std::size_t>(search.limit)));
    const std::string answer = ask(search, translated.mirror);
    if (answer != expected) return "expected " + expected + "\n found " + answer;
    if (++answered % kReplayed != 0) return "";
    const arxiv::TranslatedQuery replayed = arxiv::translate_query(arxiv::compose_effective_query(
        search.query, search.category, search.submitted_from, search.submitted_to));
    if (replayed.live) return "the effective query goes live";
    const std::string again = ask(search, replayed.mirror);
    return again == expected ? "" : "replayed: expected " + expected + "\n found " + again;
  }
};

SearchCheck::SearchCheck(unsigned seed, int papers) : impl_(std::make_unique<Impl>(seed, papers)) {}
SearchCheck::~SearchCheck() = default;

SearchCheck::Outcome SearchCheck::compare(const RandomSearch& search) {
  Outcome outcome;
  const std::optional<Query> query = Query::parse(search.query);
  try {
    const auto translated = arxiv::translate_search(search.query, search.category,
                                                    search.submitted_from, search.submitted_to);
    outcome.live = translated.live.has_value();
    outcome.difference = Impl::route_difference(query, translated);
    if (!outcome.live && outcome.difference.empty())
      outcome.difference = impl_->compare_answer(search, *query, translated, outcome.found_any);
  } catch (const base::Fault& fault) {
    outcome.difference = "failed: " + fault.message();
  }
  return outcome;
}

}  // namespace testing

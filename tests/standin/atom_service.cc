#include "tests/standin/atom_service.h"

#include <array>
#include <map>

#include "common/arxiv/paper_id.h"
#include "common/base/fault.h"
#include "common/base/text.h"
#include "tests/standin/atom_feed.h"

namespace standin {
namespace {

constexpr std::size_t kReachableResults = 10'000;
/// Superseded versions of this archive's papers are served all the same.
constexpr std::string_view kServedArchive = "astro-ph/";

/// A refusal: the anchor of arXiv's page of errors is the Fault's reason.
base::Fault refused(std::string anchor, std::string summary) {
  return {base::Code::kInvalidParams, std::move(anchor), std::move(summary)};
}

std::size_t read_number(const Arguments& arguments, const std::string& name, std::size_t fallback) {
  const std::string* text = argument(arguments, name);
  if (text == nullptr) return fallback;
  if (const auto number = parse_count(*text)) return *number;
  const bool is_negative = text->starts_with('-') && parse_count(text->substr(1)).has_value();
  const std::string what = is_negative ? "non-negative" : "an integer";
  throw refused((name + "_must_be_") + (is_negative ? "non-negative" : "an_integer"),
                name + " must be " + what);
}

std::vector<arxiv::PaperId> read_id_list(std::string_view list) {
  std::vector<arxiv::PaperId> ids;
  for (const std::string_view item : base::split(list, ',')) {
    const auto id = arxiv::parse_paper_id(item);
    if (!id) {
      const std::string text(item);
      throw refused("incorrect_id_format_for_" + text, "incorrect id format for " + text);
    }
    ids.push_back(*id);
  }
  return ids;
}

/// A name and what it stands for.
template <class Value>
struct Choice {
  std::string_view name;
  Value value;
};

constexpr std::array<Choice<SearchIndex::Sort>, 3> kSorts = {
    {{"relevance", SearchIndex::Sort::kRelevance},
     {"submittedDate", SearchIndex::Sort::kSubmitted},
     {"lastUpdatedDate", SearchIndex::Sort::kUpdated}}};
constexpr std::array<Choice<bool>, 2> kOrders = {{{"descending", false}, {"ascending", true}}};

/// What argument `name` chooses; the first choice where it is not given.
template <class Value, std::size_t size>
Value read_choice(const Arguments& arguments, const std::string& name,
                  const std::array<Choice<Value>, size>& choices) {
  const std::string* text = argument(arguments, name);
  if (text == nullptr) return choices.front().value;
  std::vector<std::string> names;
  for (const Choice<Value>& choice : choices) {
    if (*text == choice.name) return choice.value;
    names.emplace_back(choice.name);
  }
  throw refused("sort", name + " must be in: " + base::join(names, ", "));
}

/// Papers by versioned id: repeats collapse, and the order is not the request's. Nothing when one
/// of them makes arXiv fail.
std::optional<std::map<std::string, Entry>> find_all(const Corpus& corpus,
                                                     const std::vector<arxiv::PaperId>& ids) {
  std::map<std::string, Entry> hits;
  for (const arxiv::PaperId& id : ids) {
    const auto index = corpus.find(id.base);
    auto record = index ? read_record(corpus.record(*index, "1970-01-01")) : std::nullopt;
    if (!record || record->versions.empty()) continue;
    const std::size_t newest = record->versions.size();
    const std::size_t version = id.is_pinned() ? static_cast<std::size_t>(id.version) : newest;
    if (version > newest) continue;
    const bool fails =
        version < newest && id.is_old_style() && !id.base.starts_with(kServedArchive);
    if (fails) return std::nullopt;
    hits.emplace(id.base + "v" + std::to_string(version), Entry{std::move(*record), version});
  }
  return hits;
}

Answer failed() {
  return {500, "text/html; charset=utf-8", "<html><body>Internal Server Error</body></html>\n", ""};
}

}  // namespace

AtomService::AtomService(const Corpus& corpus, base::WallClock clock)
    : corpus_(corpus), index_(corpus), clock_(std::move(clock)) {}

Answer AtomService::answer(const Arguments& arguments) {
  try {
    const std::string* query = argument(arguments, "search_query");
    const bool searches = query != nullptr && !base::trim(*query).empty();
    return searches ? search(arguments) : look_up(arguments);
  } catch (const base::Fault& fault) {
    return {400, std::string(kAtomType), error_feed(fault.reason(), fault.message(), clock_()), ""};
  }
}

Answer AtomService::look_up(const Arguments& arguments) const {
  const std::string* list = argument(arguments, "id_list");
  if (list == nullptr || list->empty()) throw refused("", "search_query or id_list is needed");
  FeedHead head;
  head.id_list = *list;
  head.start = read_number(arguments, "start", 0);
  head.limit = read_number(arguments, "max_results", 10);
  head.now = clock_();
  const auto hits = find_all(corpus_, read_id_list(*list));
  if (!hits) return failed();
  head.total = hits->size();
  std::vector<Entry> page;
  std::size_t position = 0;
  for (const auto& [id, hit] : *hits) {
    if (position >= head.start && page.size() < head.limit) page.push_back(hit);
    ++position;
  }
  return {200, std::string(kAtomType), results_feed(head, page), ""};
}

Answer AtomService::search(const Arguments& arguments) {
  FeedHead head;
  head.search_query = *argument(arguments, "search_query");
  head.start = read_number(arguments, "start", 0);
  head.limit = read_number(arguments, "max_results", 10);
  head.now = clock_();
  if (const std::string* list = argument(arguments, "id_list"); list != nullptr && !list->empty()) {
    throw refused("", "this local stand-in takes search_query or id_list, not both");
  }
  const auto sort = read_choice(arguments, "sortBy", kSorts);
  const bool ascending = read_choice(arguments, "sortOrder", kOrders);
  if (head.limit == 0 || head.start + head.limit > kReachableResults) return failed();
  const auto page = index_.find(head.search_query, sort, ascending, head.start, head.limit);
  if (!page) throw refused("", "Invalid query string: '" + head.search_query + "'");
  head.total = page->total;
  std::vector<Entry> entries;
  for (const RawRecord& record : page->records)
    entries.push_back({record, record.versions.size()});
  return {200, std::string(kAtomType), results_feed(head, entries), ""};
}

}  // namespace standin

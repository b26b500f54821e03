#include "tests/standin/atom_service.h"

#include <map>

#include "common/arxiv/authors.h"
#include "common/arxiv/paper_id.h"
#include "common/arxiv/taxonomy.h"
#include "common/arxiv/tex.h"
#include "common/base/fault.h"
#include "common/base/text.h"
#include "tests/standin/raw_record.h"

namespace standin {
namespace {

constexpr std::string_view kAtomType = "application/atom+xml; charset=utf-8";
constexpr std::string_view kOpening =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<feed xmlns:opensearch=\"http://a9.com/-/spec/opensearch/1.1/\""
    " xmlns:arxiv=\"http://arxiv.org/schemas/atom\" xmlns=\"http://www.w3.org/2005/Atom\">\n";

/// A refusal: the anchor of arXiv's page of errors is the Fault's reason.
base::Fault refused(std::string anchor, std::string summary) {
  return {base::Code::kInvalidParams, std::move(anchor), std::move(summary)};
}

void append_line(std::string& out, std::string_view name, std::string_view text) {
  append_element(out, name, text);
  out += '\n';
}

void append_paging(std::string& out, std::size_t per_page, std::size_t total, std::size_t start) {
  append_line(out, "opensearch:itemsPerPage", std::to_string(per_page));
  append_line(out, "opensearch:totalResults", std::to_string(total));
  append_line(out, "opensearch:startIndex", std::to_string(start));
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

void append_entry(std::string& out, const RawRecord& record, std::size_t version) {
  const std::string id = record.id + "v" + std::to_string(version);
  out += "<entry>\n";
  append_line(out, "id", "http://arxiv.org/abs/" + id);
  append_line(out, "title", base::collapse_space(arxiv::tex_to_unicode(record.title)));
  append_line(out, "updated", to_seconds(record.versions[version - 1]));
  out += "<link href=\"https://arxiv.org/abs/" + id + "\" rel=\"alternate\" type=\"text/html\"/>\n";
  out += "<link href=\"https://arxiv.org/pdf/" + id +
         "\" rel=\"related\" type=\"application/pdf\" title=\"pdf\"/>\n";
  append_line(out, "summary", arxiv::tex_to_unicode(record.abstract));
  const auto stored = base::split_words(record.categories);
  const auto categories =
      arxiv::canonical_categories(stored.empty() ? "" : stored.front(), record.categories);
  for (const std::string& code : categories) {
    out += "<category term=\"" + escaped(code) + "\" scheme=\"http://arxiv.org/schemas/atom\"/>\n";
  }
  append_line(out, "published", to_seconds(record.versions.front()));
  if (!record.comments.empty()) {
    append_line(out, "arxiv:comment", arxiv::tex_to_unicode(record.comments));
  }
  if (!categories.empty()) {
    out += "<arxiv:primary_category term=\"" + escaped(categories.front()) + "\"/>\n";
  }
  if (!record.journal_ref.empty()) {
    append_line(out, "arxiv:journal_ref", arxiv::tex_to_unicode(record.journal_ref));
  }
  for (const std::string& name : arxiv::split_authors(arxiv::tex_to_unicode(record.authors))) {
    out += "<author>";
    append_element(out, "name", name);
    out += "</author>\n";
  }
  for (const std::string_view doi : base::split_words(record.doi)) {
    append_line(out, "arxiv:doi", doi);
    out += "<link rel=\"related\" href=\"https://doi.org/" + escaped(doi) + "\" title=\"doi\"/>\n";
  }
  out += "</entry>\n";
}

/// A record and the version asked for, when both exist.
struct Hit {
  RawRecord record;
  std::size_t version = 0;
};

/// Hits by versioned id: repeats collapse, and the order is not the request's.
std::map<std::string, Hit> find_all(const Corpus& corpus, const std::vector<arxiv::PaperId>& ids) {
  std::map<std::string, Hit> hits;
  for (const arxiv::PaperId& id : ids) {
    const auto index = corpus.find(id.base);
    auto record = index ? read_record(corpus.record(*index, "1970-01-01")) : std::nullopt;
    if (!record || record->versions.empty()) continue;
    const std::size_t newest = record->versions.size();
    const std::size_t version = id.is_pinned() ? static_cast<std::size_t>(id.version) : newest;
    if (version > newest) continue;
    hits.emplace(id.base + "v" + std::to_string(version), Hit{std::move(*record), version});
  }
  return hits;
}

/// A name for the feed that differs with the request, as arXiv's hash does.
std::string feed_id(std::string_view request) {
  const std::size_t hash = std::hash<std::string_view>()(request);
  return "https://arxiv.org/api/standin-" + std::to_string(hash);
}

}  // namespace

AtomService::AtomService(const Corpus& corpus, base::WallClock clock)
    : corpus_(corpus), clock_(std::move(clock)) {}

Answer AtomService::answer(const Arguments& arguments) const {
  try {
    return look_up(arguments);
  } catch (const base::Fault& fault) {
    return {400, std::string(kAtomType), error_feed(fault.reason(), fault.message()), ""};
  }
}

Answer AtomService::look_up(const Arguments& arguments) const {
  const std::string* query = argument(arguments, "search_query");
  if (query != nullptr && !base::trim(*query).empty()) {
    throw refused("", "this local stand-in answers id_list alone");
  }
  const std::string* list = argument(arguments, "id_list");
  if (list == nullptr || list->empty()) throw refused("", "search_query or id_list is needed");
  const std::size_t start = read_number(arguments, "start", 0);
  const std::size_t limit = read_number(arguments, "max_results", 10);
  const std::map<std::string, Hit> hits = find_all(corpus_, read_id_list(*list));

  const std::string paging =
      "&start=" + std::to_string(start) + "&max_results=" + std::to_string(limit);
  std::string out(kOpening);
  append_line(out, "id", feed_id(*list + paging));
  append_line(out, "title", "arXiv Query: search_query=&id_list=" + *list + paging);
  append_line(out, "updated", to_seconds(clock_()));
  out += "<link href=\"" +
         escaped("https://arxiv.org/api/query?search_query=" + paging + "&id_list=" + *list) +
         "\" type=\"application/atom+xml\"/>\n";
  append_paging(out, limit, hits.size(), start);
  std::size_t position = 0;
  for (const auto& [id, hit] : hits) {
    if (position >= start && position - start < limit) append_entry(out, hit.record, hit.version);
    ++position;
  }
  return {200, std::string(kAtomType), out + "</feed>\n", ""};
}

std::string AtomService::error_feed(std::string_view anchor, std::string_view summary) const {
  std::string address = "https://arxiv.org/api/errors";
  if (!anchor.empty()) address += "#" + std::string(anchor);
  const std::string now = to_seconds(clock_());
  std::string out(kOpening);
  append_line(out, "id", "https://arxiv.org/");
  append_line(out, "title", "arXiv Search Results");
  append_line(out, "updated", now);
  append_paging(out, 1, 1, 0);
  out += "<entry>\n";
  append_line(out, "id", address);
  append_line(out, "title", "Error");
  append_line(out, "updated", now);
  out += "<link href=\"" + escaped(address) + "\" rel=\"alternate\" type=\"text/html\"/>\n";
  append_line(out, "summary", summary);
  out += "<author>";
  append_element(out, "name", "arXiv api core");
  return out + "</author>\n</entry>\n</feed>\n";
}

}  // namespace standin

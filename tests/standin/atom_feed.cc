#include "tests/standin/atom_feed.h"

#include <functional>

#include "common/arxiv/authors.h"
#include "common/arxiv/taxonomy.h"
#include "common/arxiv/tex.h"
#include "common/base/text.h"
#include "tests/standin/text_forms.h"

namespace standin {
namespace {

constexpr std::string_view kOpening =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<feed xmlns:opensearch=\"http://a9.com/-/spec/opensearch/1.1/\""
    " xmlns:arxiv=\"http://arxiv.org/schemas/atom\" xmlns=\"http://www.w3.org/2005/Atom\">\n";

void append_line(std::string& out, std::string_view name, std::string_view text) {
  append_element(out, name, text);
  out += '\n';
}

void append_paging(std::string& out, std::size_t per_page, std::size_t total, std::size_t start) {
  append_line(out, "opensearch:itemsPerPage", std::to_string(per_page));
  append_line(out, "opensearch:totalResults", std::to_string(total));
  append_line(out, "opensearch:startIndex", std::to_string(start));
}

void append_entry(std::string& out, const Entry& entry) {
  const auto& [record, version] = entry;
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

/// A name for the feed that differs with the request, as arXiv's hash does.
std::string feed_id(std::string_view request) {
  const std::size_t hash = std::hash<std::string_view>()(request);
  return "https://arxiv.org/api/standin-" + std::to_string(hash);
}

}  // namespace

std::string results_feed(const FeedHead& head, const std::vector<Entry>& entries) {
  const std::string question = "search_query=" + head.search_query + "&id_list=" + head.id_list +
                               "&start=" + std::to_string(head.start) +
                               "&max_results=" + std::to_string(head.limit);
  std::string out(kOpening);
  append_line(out, "id", feed_id(question));
  append_line(out, "title", "arXiv Query: " + question);
  append_line(out, "updated", to_seconds(head.now));
  out += "<link href=\"" + escaped("https://arxiv.org/api/query?" + question) +
         "\" type=\"application/atom+xml\"/>\n";
  append_paging(out, head.limit, head.total, head.start);
  for (const Entry& entry : entries)
    append_entry(out, entry);
  return out + "</feed>\n";
}

std::string error_feed(std::string_view anchor, std::string_view summary, base::WallTime time) {
  std::string address = "https://arxiv.org/api/errors";
  if (!anchor.empty()) address += "#" + std::string(anchor);
  const std::string now = to_seconds(time);
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

#include "mirrorctl/search.h"

#include "common/base/fault.h"
#include "common/base/json.h"
#include "common/base/number.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mirrorctl/table.h"

namespace mirrorctl {
namespace {

using Sort = mirror::SearchRequest::Sort;

Sort sort_of(std::string_view name) {
  if (name == "submitted") return Sort::kSubmitted;
  return name == "updated" ? Sort::kUpdated : Sort::kRelevance;
}

std::string authors_text(const std::vector<std::string>& authors) {
  constexpr std::size_t kShown = 3;
  if (authors.size() <= kShown) return base::join(authors, ", ");
  return authors.front() + " and " + std::to_string(authors.size() - 1) + " others";
}

/// Without what would move a terminal's cursor.
std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 2000;
  return base::one_line(text, kLongest);
}

std::string heading(const SearchOptions& options, const mirror::SearchPage& page) {
  const std::string bound = page.total_is_lower_bound ? " or more" : "";
  std::string text = base::with_separators(page.total) + bound +
                     (page.total == 1 && bound.empty() ? " paper" : " papers");
  if (!page.papers.empty()) {
    text += "; " + base::with_separators(options.start + 1) + " to " +
            base::with_separators(options.start + std::int64_t(page.papers.size()));
  }
  return text + "\n";
}

void write_optional(json::Writer& out, std::string_view name,
                    const std::optional<std::string>& value) {
  if (value) member(out, name, *value);
}

void write_paper(json::Writer& out, const arxiv::Paper& paper) {
  out.begin_object();
  member(out, "id", paper.id);
  member(out, "title", paper.title);
  member(out, "authors", paper.authors);
  member(out, "abstract", paper.abstract);
  member(out, "primary_category", paper.primary_category);
  member(out, "categories", paper.categories);
  member(out, "published", paper.published);
  member(out, "updated", paper.updated);
  write_optional(out, "comment", paper.comment);
  write_optional(out, "journal_ref", paper.journal_ref);
  write_optional(out, "doi", paper.doi);
  member(out, "abstract_url", paper.abstract_url());
  member(out, "pdf_url", paper.pdf_url());
  out.end_object();
}

}  // namespace

arxiv::TranslatedQuery translate(const SearchOptions& options) {
  try {
    return arxiv::translate_search(options.query, options.category, options.from, options.to);
  } catch (const base::Fault& fault) {
    throw base::Fault(base::Code::kInvalidParams, fault.reason(), fault.message());
  }
}

mirror::SearchRequest request_for(const SearchOptions& options, const arxiv::MirrorQuery& query) {
  return {query, sort_of(options.sort), options.order == "ascending", options.start, options.limit};
}

void require_mirror_route(const arxiv::TranslatedQuery& query) {
  if (!query.live) return;
  const arxiv::LiveRouteRule& rule = arxiv::live_route_rule(*query.live);
  throw base::Fault(base::Code::kInvalidParams, "unsupported_query_syntax",
                    "The mirror cannot answer this query as arXiv would (" +
                        std::string(rule.name) + "): " + std::string(rule.what) + ".");
}

mirror::Reader open_mirror(const base::Settings& settings) {
  mirror::Reader::Opened opened = mirror::Reader::open(settings.mirror_path, settings.lease);
  if (opened.reader) return std::move(*opened.reader);
  throw base::Fault(base::Code::kDatabase, "",
                    settings.mirror_path +
                        " does not answer: " + std::string(mirror::describe(*opened.not_ready)));
}

std::string search_text(const SearchOptions& options, const mirror::SearchPage& page,
                        std::size_t width) {
  Table table({{"Paper"}, {"Submitted"}, {"Category"}, {"Title and authors", false, true}});
  constexpr std::size_t kDay = 10;
  for (const arxiv::Paper& paper : page.papers) {
    table.add({shown(paper.id), shown(paper.published).substr(0, kDay),
               shown(paper.primary_category), shown(paper.title)});
    table.add({"", "", "", "  " + shown(authors_text(paper.authors))});
  }
  return heading(options, page) + (page.papers.empty() ? "" : "\n" + table.render(width));
}

std::string search_json(const SearchOptions& options, const mirror::SearchPage& page) {
  json::Writer out;
  out.begin_object();
  member(out, "total", page.total);
  member(out, "total_is_lower_bound", page.total_is_lower_bound);
  member(out, "start", options.start);
  out.key("papers").begin_array();
  for (const arxiv::Paper& paper : page.papers)
    write_paper(out, paper);
  out.end_array().end_object();
  return out.take() + "\n";
}

}  // namespace mirrorctl

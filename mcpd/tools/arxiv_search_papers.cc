#include <algorithm>

#include "common/base/fault.h"
#include "mcpd/tools/arguments.h"
#include "mcpd/tools/paper_format.h"
#include "mcpd/tools/recoveries.h"
#include "mcpd/tools/schema.h"
#include "mcpd/tools/search_notice.h"
#include "mcpd/tools/tools.h"

namespace tools {
namespace {

using Sort = mirror::SearchRequest::Sort;

constexpr std::string_view kDescription =
    "Search arXiv papers. Results carry all metadata and the abstract: no look-up is needed after. "
    "Adjacent words mean OR: join them with AND, OR, ANDNOT (upper case; one precedence, grouping "
    "to the right, so use parentheses) or write an \"exact phrase\". Fields: ti: title, au: author "
    "surname, one word each, abs: abstract, co: comment, jr: journal, cat: category or archive, "
    "all: anywhere. Words match whole, without stemming or wildcards: (network OR networks); case "
    "and accents do not matter. Examples: ti:\"state space\" AND (abs:speech OR abs:audio); "
    "au:hinton AND au:lecun; cat:cs.LG AND ti:retrieval ANDNOT ti:survey; cat:cs with sort_by "
    "submitted for the newest. Parameters narrow the query. A page holds 50 papers at most; "
    "`notice` says how to go on. Read a paper by its id with arxiv_read_paper.";

constexpr std::string_view kInputSchema =
    R"({"type":"object","properties":{)"
    R"("query":{"type":"string","minLength":1,"maxLength":1000,)"
    R"("description":"e.g. ti:\"deep learning\" AND au:bengio"},)"
    R"("category":{"type":"string",)"
    R"("description":"Code such as cs.LG, or an archive such as cs for all of it"},)"
    R"("max_results":{"type":"integer","minimum":1,"maximum":10000,"default":10,)"
    R"("description":"Papers on the page, 50 at most"},)"
    R"("start":{"type":"integer","minimum":0,"maximum":10000,"default":0,)"
    R"("description":"Results to skip"},)"
    R"("sort_by":{"type":"string","enum":["relevance","submitted","updated"],)"
    R"("default":"relevance"},)"
    R"("sort_order":{"type":"string","enum":["ascending","descending"],"default":"descending",)"
    R"("description":"Of dates; relevance is always best first"},)"
    R"("submitted_from":{"type":"string","description":"First day, YYYY-MM-DD, of version 1"},)"
    R"("submitted_to":{"type":"string","description":"Last day, included"}},)"
    R"("required":["query"],"additionalProperties":false})";

/// Only white space may stand among the control characters of a query (contract 1.1).
void check_query(const std::string& query) {
  const bool clean = std::none_of(query.begin(), query.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
  if (clean) return;
  throw base::Fault(base::Code::kInvalidParams, "invalid_arguments",
                    "query: control characters are not allowed.")
      .retryable(false)
      .hint("Remove the control characters from query.");
}

Sort sort_of(const std::string& name) {
  if (name == "submitted") return Sort::kSubmitted;
  return name == "updated" ? Sort::kUpdated : Sort::kRelevance;
}

SearchOrder order_of(const json::Value& arguments) {
  SearchOrder order;
  order.query = text_argument(arguments, "query");
  order.category = text_argument(arguments, "category");
  order.submitted_from = text_argument(arguments, "submitted_from");
  order.submitted_to = text_argument(arguments, "submitted_to");
  order.sort = sort_of(text_argument(arguments, "sort_by"));
  order.ascending = text_argument(arguments, "sort_order") == "ascending";
  order.start = integer_argument(arguments, "start", 0);
  order.limit = std::min(integer_argument(arguments, "max_results", 10), kMaximumPage);
  check_query(order.query);
  return order;
}

Enrichment enrichment_of(const SearchResult& result, const PagePlace& place) {
  Enrichment facts;
  facts.add("effectiveQuery", result.effective_query, "Query");
  facts.add("totalFound", place.total, "Total Found", total_text(place));
  if (place.total_is_lower_bound) facts.add_flag("totalFoundIsLowerBound");
  facts.add("pageStart", place.start, "Page Start");
  if (has_more(place)) {
    facts.add_flag("truncated");
    facts.add("shown", place.shown);
    facts.add("cap", place.limit);
  }
  result.origin.add_to(facts);
  std::string notice = page_notice(place);
  if (!notice.empty()) facts.add_notice(std::move(notice));
  return facts;
}

mcp::ToolResult run(const PaperSearch& search, const json::Value& arguments,
                    const mcp::Call& call) {
  const SearchOrder order = order_of(arguments);
  const SearchResult result = search.search(order, call);
  const auto& papers = result.page.papers;
  const PagePlace place{order.start,
                        static_cast<std::int64_t>(papers.size()),
                        result.limit,
                        result.page.total,
                        result.page.total_is_lower_bound,
                        result.origin.source == Origin::Source::kLive,
                        result.dropped};
  const Enrichment facts = enrichment_of(result, place);
  json::Writer out;
  out.begin_object().key("papers");
  write_papers(out, papers);
  facts.write(out);
  out.end_object();
  if (papers.empty()) return {out.take(), {facts.text()}};
  return {out.take(), {papers_text(papers), "\n\n" + facts.text()}};
}

const std::string& output() {
  static const std::string schema = output_schema(
      R"("papers":{"type":"array","items":)" + std::string(kPaperSchema) +
          R"(},"effectiveQuery":{"type":"string","description":)"
          R"("The query with every filter; replay it as `query` alone"},)"
          R"("totalFound":{"type":"integer"},"totalFoundIsLowerBound":{"type":"boolean"},)"
          R"("pageStart":{"type":"integer"},)"
          R"("truncated":{"type":"boolean","description":"More match than this page shows"},)"
          R"("shown":{"type":"integer"},"cap":{"type":"integer"},)"
          R"("notice":{"type":"string","description":"How to go on"},)" +
          std::string(kOriginProperties),
      R"("papers","effectiveQuery","totalFound","pageStart","source")");
  return schema;
}

}  // namespace

mcp::Tool search_papers_tool(const PaperSearch& search) {
  mcp::Tool tool;
  tool.name = "arxiv_search_papers";
  tool.title = "Arxiv Search Papers";
  tool.description = kDescription;
  tool.input_schema = kInputSchema;
  tool.output_schema = output();
  tool.recoveries = search_recoveries();
  tool.prepare = [](json::Document& arguments) {
    if (json::Value* query = json::find(arguments, "query")) trim_text(*query, arguments);
  };
  tool.run = [&search](const json::Value& arguments, const mcp::Call& call) {
    return run(search, arguments, call);
  };
  return tool;
}

}  // namespace tools

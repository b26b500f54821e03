#include "common/arxiv/paper.h"
#include "common/base/fault.h"
#include "mcpd/tools/arguments.h"
#include "mcpd/tools/lookup_plan.h"
#include "mcpd/tools/recoveries.h"
#include "mcpd/tools/schema.h"
#include "mcpd/tools/tools.h"

namespace tools {
namespace {

using base::Code;
using base::Fault;

constexpr std::string_view kDescription =
    "Read a paper's full text, from arXiv's HTML, ar5iv or the PDF. The first page (`start` 0) "
    "carries `outline`, the headings with the `start` of each. For one part give `section` (a "
    "title or number of the outline); to find a phrase give `find`, which answers `matches` with "
    "the `start` of each; to go on give `start` + the length read, up to `body_characters`. Give "
    "only one of the three. Lengths are in Unicode characters.";

constexpr std::string_view kInputSchema =
    R"({"type":"object","properties":{)"
    R"("paper_id":{"type":"string","minLength":1,)"
    R"("description":"arXiv id or URL, with or without version"},)"
    R"("max_characters":{"type":["integer","null"],"minimum":1,"default":100000,)"
    R"("description":"Longest content; null for all"},)"
    R"("start":{"type":"integer","minimum":0,"default":0,"description":"Where to begin"},)"
    R"("section":{"type":"string","minLength":1,"description":"e.g. Introduction or 3.2"},)"
    R"("find":{"type":"string","minLength":1,"description":"Phrase to look for"}},)"
    R"("required":["paper_id"],"additionalProperties":false})";

/// `section`, `find` and `start` exclude one another (decision 4).
void check_selection(const json::Value& arguments) {
  const int chosen = (json::find(arguments, "section") != nullptr ? 1 : 0) +
                     (json::find(arguments, "find") != nullptr ? 1 : 0) +
                     (integer_argument(arguments, "start", 0) > 0 ? 1 : 0);
  if (chosen <= 1) return;
  throw Fault(Code::kInvalidParams, "invalid_arguments",
              "section, find and start exclude one another.")
      .retryable(false)
      .hint("Give only one of section, find and start.");
}

mcp::ToolResult run(const json::Value& arguments) {
  check_selection(arguments);
  arxiv::Paper paper;
  paper.id = require_paper_id(text_argument(arguments, "paper_id")).canonical();
  throw Fault(Code::kServiceUnavailable, "full_text_unavailable",
              "This server does not read full text. The paper is at " + paper.pdf_url() +
                  " and its abstract at " + paper.abstract_url() + ".")
      .with("paperId", paper.id)
      .with("pdfUrl", paper.pdf_url())
      .with("abstractUrl", paper.abstract_url())
      .retryable(false);
}

const std::string& output() {
  static const std::string schema = output_schema(
      R"("paper_id":{"type":"string","description":"With version"},"title":{"type":"string"},)"
      R"("content":{"type":"string"},)"
      R"("source":{"type":"string","enum":["arxiv_html","ar5iv","pdf_text"]},)"
      R"("source_url":{"type":"string"},)"
      R"("body_hash":{"type":"string","description":"XXH64 of the whole body"},)"
      R"("truncated":{"type":"boolean"},"start":{"type":"integer"},)"
      R"("total_characters":{"type":"integer","description":"Before cleaning"},)"
      R"("body_characters":{"type":"integer","description":"Bound of start"},)"
      R"("outline":{"type":"array","items":{"type":"object","properties":{)"
      R"("title":{"type":"string"},"level":{"type":"integer"},"start":{"type":"integer"}},)"
      R"("required":["title","level","start"]}},)"
      R"("outline_omitted_levels":{"type":"array","items":{"type":"integer"}},)"
      R"("outline_continues_at":{"type":"integer"},)"
      R"("matches":{"type":"array","items":{"type":"object","properties":{)"
      R"("start":{"type":"integer"},"section":{"type":"string"},"context":{"type":"string"}},)"
      R"("required":["start","context"]}},)"
      R"("revision_unconfirmed":{"type":"boolean",)"
      R"("description":"ar5iv does not say which version this is"},)"
      R"("pdf_url":{"type":"string"},"abstract_url":{"type":"string"})",
      R"("paper_id","title","content","source","source_url","body_hash","truncated","start",)"
      R"("total_characters","body_characters","pdf_url","abstract_url")");
  return schema;
}

}  // namespace

mcp::Tool read_paper_tool() {
  mcp::Tool tool;
  tool.name = "arxiv_read_paper";
  tool.title = "Arxiv Read Paper";
  tool.description = kDescription;
  tool.input_schema = kInputSchema;
  tool.output_schema = output();
  tool.aliases = {{"arxiv_id", "paper_id"}, {"id", "paper_id"}};
  tool.recoveries = read_recoveries();
  tool.prepare = [](json::Document& arguments) {
    if (json::Value* id = json::find(arguments, "paper_id")) trim_text(*id, arguments);
  };
  tool.run = [](const json::Value& arguments, const mcp::Call&) { return run(arguments); };
  return tool;
}

}  // namespace tools

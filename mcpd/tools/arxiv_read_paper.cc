#include <array>

#include "common/base/fault.h"
#include "mcpd/tools/arguments.h"
#include "mcpd/tools/lookup_plan.h"
#include "mcpd/tools/read_format.h"
#include "mcpd/tools/recoveries.h"
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

/// How many of `section`, `find` and `start` say which part is wanted; they exclude one another
/// (decision 4).
int check_selection(const json::Value& arguments) {
  const int chosen = (json::find(arguments, "section") != nullptr ? 1 : 0) +
                     (json::find(arguments, "find") != nullptr ? 1 : 0) +
                     (integer_argument(arguments, "start", 0) > 0 ? 1 : 0);
  if (chosen <= 1) return chosen;
  throw Fault(Code::kInvalidParams, "invalid_arguments",
              "section, find and start exclude one another.")
      .retryable(false)
      .hint("Give only one of section, find and start.");
}

/// At most so many characters; all where that is null.
std::optional<std::size_t> longest_of(const json::Value& arguments) {
  const json::Value* value = json::find(arguments, "max_characters");
  if (value == nullptr || value->IsNull()) return std::nullopt;
  return static_cast<std::size_t>(json::integer(*value).value_or(0));
}

reading::View view_of(const reading::Body& body, const json::Value& arguments) {
  const std::string phrase = text_argument(arguments, "find");
  if (!phrase.empty()) return reading::view_matches(body, phrase);
  const std::string section = text_argument(arguments, "section");
  const auto longest = longest_of(arguments);
  if (!section.empty()) return reading::view_section(body, section, longest);
  const auto start = static_cast<std::size_t>(integer_argument(arguments, "start", 0));
  return reading::view_part(body, start, longest);
}

mcp::ToolResult run(PaperReader& reader, const json::Value& arguments, const mcp::Call& call) {
  const bool goes_on = check_selection(arguments) > 0;
  const ReadPaper read =
      reader.read(require_paper_id(text_argument(arguments, "paper_id")), goes_on, call);
  const reading::View view = view_of(*read.body, arguments);
  return {read_json(read, view), {read_text(read, view)}};
}

void prepare(json::Document& arguments) {
  constexpr std::array<std::string_view, 5> kTexts = {"paper_id", "arxiv_id", "id", "section",
                                                      "find"};
  for (const std::string_view name : kTexts) {
    if (json::Value* value = json::find(arguments, name)) trim_text(*value, arguments);
  }
}

}  // namespace

mcp::Tool read_paper_tool(PaperReader& reader) {
  mcp::Tool tool;
  tool.name = "arxiv_read_paper";
  tool.title = "Arxiv Read Paper";
  tool.description = kDescription;
  tool.input_schema = kInputSchema;
  tool.output_schema = read_schema();
  tool.aliases = {{"arxiv_id", "paper_id"}, {"id", "paper_id"}};
  tool.recoveries = read_recoveries();
  tool.prepare = prepare;
  tool.run = [&reader](const json::Value& arguments, const mcp::Call& call) {
    return run(reader, arguments, call);
  };
  return tool;
}

}  // namespace tools

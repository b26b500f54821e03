#include <algorithm>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "mcpd/fulltext/clean_html.h"
#include "mcpd/mcp/schema.h"
#include "mcpd/tools/tools.h"
#include "tests/mcpd/quiet_call.h"
#include "tests/support/json_path.h"

namespace {

using base::Code;
using base::Fault;
using reading::Body;
using reading::Source;
using testing::at;
using testing::find_at;
using testing::text_at;

/// The tool over an arXiv with one paper, whose text `body` is.
class Setting {
 public:
  explicit Setting(Body body, int version = 2)
      : latest(version),
        reader_(
            {nullptr, std::chrono::minutes(1),
             [this](const arxiv::PaperId& id, const live::Patience&) {
               ++look_ups;
               live::Found found;
               found.paper.emplace().id = id.base + "v" + std::to_string(latest);
               found.paper->title = "On Things";
               return found;
             },
             log_},
            [this](const std::string&, base::Deadline, const std::stop_token&) {
              ++reads;
              if (failure) throw Fault(*failure);
              return body_;
            },
            std::chrono::minutes(1)),
        tool_(tools::read_paper_tool(reader_)),
        body_(std::move(body)) {}

  /// The structured content, which the published schema has to admit.
  json::Document read(const std::string& arguments) {
    json::Document document = json::parse(arguments).value();
    tool_.prepare(document);
    const mcp::Schema input(tool_.input_schema);
    REQUIRE(input.validate(document).count == 0);
    input.complete(document, document.GetAllocator());
    const mcp::ToolResult result = tool_.run(document, testing::quiet_call());
    text = result.texts.at(0);
    json::Document structured = json::parse(result.structured).value();
    CHECK(mcp::Schema(tool_.output_schema).validate(structured).count == 0);
    return structured;
  }
  Fault failure_of(const std::string& arguments) {
    try {
      read(arguments);
    } catch (const Fault& fault) {
      return fault;
    }
    throw std::logic_error("the call succeeded");
  }

  const mcp::Tool& tool() const { return tool_; }
  std::optional<Fault> failure;
  int latest;
  int look_ups = 0;
  int reads = 0;
  std::string text;

 private:
  base::Log log_ = base::Log::none();
  tools::PaperReader reader_;
  mcp::Tool tool_;
  Body body_;
};

Body page(Source source, std::size_t sections = 2, int level = 2) {
  std::string text = "<article class=\"ltx_document\"><p>begin</p>";
  const std::string tag = "h" + std::to_string(level);
  for (std::size_t i = 1; i <= sections; ++i) {
    text += "<" + tag + " class=\"ltx_title ltx_title_section\">" + std::to_string(i) + " Part</" +
            tag + "><p>words</p>";
  }
  return reading::page_body(source, "https://example.org/x",
                            fulltext::clean_html(text + "</article>", "https://example.org/x"));
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("contract 1.3: every field of a read from the beginning, on both surfaces") {
  Setting setting(page(Source::kArxivHtml));
  const json::Document read = setting.read(R"({"paper_id":" arXiv:2401.00001 "})");
  CHECK(text_at(read, "/paper_id") == "2401.00001v2");
  CHECK(text_at(read, "/title") == "On Things");
  CHECK(text_at(read, "/source") == "arxiv_html");
  CHECK(text_at(read, "/source_url") == "https://example.org/x");
  CHECK(text_at(read, "/pdf_url") == "https://arxiv.org/pdf/2401.00001v2");
  CHECK(text_at(read, "/abstract_url") == "https://arxiv.org/abs/2401.00001v2");
  CHECK_FALSE(at(read, "/truncated").GetBool());
  CHECK(at(read, "/outline").Size() == 2);
  CHECK(text_at(read, "/outline/1/title") == "2 Part");
  CHECK(at(read, "/outline/1/level").GetInt() == 1);
  CHECK(find_at(read, "/revision_unconfirmed") == nullptr);
  CHECK(setting.text.starts_with(
      "# On Things\narXiv:2401.00001v2 | Source: arxiv_html | Raw HTML: "));
  for (const char* member : {"/body_hash", "/content", "/abstract_url", "/pdf_url", "/source_url"})
    CHECK(holds(setting.text, text_at(read, member)));
  CHECK(holds(setting.text,
              "- " + std::to_string(at(read, "/outline/1/start").GetInt()) + " 2 Part"));
}

TEST_CASE("paging reads the paper once, and says where to go on") {
  Setting setting(page(Source::kArxivHtml));
  json::Document read = setting.read(R"({"paper_id":"2401.00001","max_characters":20})");
  CHECK(at(read, "/truncated").GetBool());
  CHECK(holds(setting.text, "chars (truncated)"));
  CHECK(holds(setting.text, "continue with start=20."));
  const std::string start = text_at(read, "/content");
  read = setting.read(R"({"paper_id":"2401.00001","start":20,"max_characters":null})");
  CHECK(find_at(read, "/outline") == nullptr);
  CHECK(holds(setting.text, ", up to the end.]"));
  const std::string all = start + text_at(read, "/content");
  CHECK(all.size() == at(read, "/body_characters").GetUint64());
  read = setting.read(R"({"paper_id":"2401.00001v2","start":9999})");
  CHECK(text_at(read, "/content").empty());
  CHECK(holds(setting.text, "is past the end"));
  CHECK(setting.reads == 1);
}

TEST_CASE("whoever goes on in a paper stays in its version and asks nobody") {
  Setting setting(page(Source::kArxivHtml));
  setting.read(R"({"paper_id":"2401.00001","max_characters":20})");
  setting.latest = 3;
  for (const char* part : {R"("start":20)", R"("section":"2")", R"("find":"words")"}) {
    const auto read = setting.read(R"({"paper_id":"2401.00001",)" + std::string(part) + "}");
    CHECK(text_at(read, "/paper_id") == "2401.00001v2");
  }
  CHECK(setting.look_ups == 1);
  CHECK(text_at(setting.read(R"({"paper_id":"2401.00001"})"), "/paper_id") == "2401.00001v3");
  CHECK(text_at(setting.read(R"({"paper_id":"2401.00001","start":1})"), "/paper_id") ==
        "2401.00001v3");
  CHECK(setting.look_ups == 2);
  setting.read(R"({"paper_id":"2401.00002","find":"words"})");
  CHECK(setting.look_ups == 3);
}

TEST_CASE("item 86: without a bound a call reads 100,000 characters") {
  Setting setting(reading::pdf_body("https://example.org/x", std::string(150'000, 'x')));
  CHECK(text_at(setting.read(R"({"paper_id":"2401.00001"})"), "/content").size() == 100'000);
  CHECK(text_at(setting.read(R"({"paper_id":"2401.00001","max_characters":null})"), "/content")
            .size() == 150'000);
}

TEST_CASE("items 84 and 88: a PDF has an empty outline and one length") {
  Setting setting(reading::pdf_body("https://example.org/x.pdf", "words of a PDF"));
  const json::Document read = setting.read(R"({"paper_id":"2401.00001"})");
  CHECK(at(read, "/outline").Size() == 0);
  CHECK(at(read, "/total_characters") == at(read, "/body_characters"));
  CHECK(holds(setting.text, "Raw text: 14 chars"));
  CHECK(setting.failure_of(R"({"paper_id":"2401.00001","section":"1"})").reason() ==
        "section_not_found");
}

TEST_CASE("item 85: an outline of too many headings says what it left out") {
  Setting flat(page(Source::kArxivHtml, 201));
  const json::Document read = flat.read(R"({"paper_id":"2401.00001","max_characters":1})");
  CHECK(at(read, "/outline").Size() == 200);
  CHECK(find_at(read, "/outline_omitted_levels") == nullptr);
  const auto next = std::to_string(at(read, "/outline_continues_at").GetInt());
  CHECK(holds(flat.text, "(goes on at start=" + next + ")"));
  Body body = page(Source::kArxivHtml, 150);
  const Body deep = page(Source::kArxivHtml, 100, 3);
  body.headings.insert(body.headings.end(), deep.headings.begin(), deep.headings.end());
  Setting two(std::move(body));
  const json::Document dropped = two.read(R"({"paper_id":"2401.00001","max_characters":1})");
  CHECK(at(dropped, "/outline").Size() == 150);
  CHECK(at(dropped, "/outline_omitted_levels/0").GetInt() == 2);
  CHECK(holds(two.text, "(level 2 left out)"));
}

TEST_CASE("decision 4: sections and phrases, one at a time") {
  Setting setting(page(Source::kArxivHtml));
  json::Document read = setting.read(R"({"paper_id":"2401.00001","section":"2"})");
  CHECK(text_at(read, "/content").starts_with("<h2"));
  CHECK(at(read, "/start").GetInt() > 0);
  read = setting.read(R"({"paper_id":"2401.00001","find":"Words"})");
  CHECK(text_at(read, "/content").empty());
  CHECK(at(read, "/matches").Size() == 2);
  CHECK(text_at(read, "/matches/1/section") == "2 Part");
  CHECK(holds(setting.text, "(2 Part): "));
  read = setting.read(R"({"paper_id":"2401.00001","find":"nowhere"})");
  CHECK(at(read, "/matches").Size() == 0);
  CHECK(holds(setting.text, "does not occur"));
  for (const char* both :
       {R"("section":"1","find":"x")", R"("section":"1","start":5)", R"("find":"x","start":5)"}) {
    const std::string arguments = R"({"paper_id":"2401.00001",)" + std::string(both) + "}";
    CHECK(setting.failure_of(arguments).reason() == "invalid_arguments");
  }
}

TEST_CASE("item 89: ar5iv's text is of an unconfirmed revision, unless arXiv knows one alone") {
  Setting newer(page(Source::kAr5iv), 2);
  CHECK(at(newer.read(R"({"paper_id":"2401.00001"})"), "/revision_unconfirmed").GetBool());
  CHECK(holds(newer.text, "Revision unconfirmed"));
  Setting only(page(Source::kAr5iv), 1);
  CHECK(find_at(only.read(R"({"paper_id":"2401.00001"})"), "/revision_unconfirmed") == nullptr);
  CHECK(at(only.read(R"({"paper_id":"2401.00001v1"})"), "/revision_unconfirmed").GetBool());
}

TEST_CASE("failures name the paper and its PDF, and every reason has a way out") {
  Setting setting(page(Source::kArxivHtml));
  setting.failure = Fault(Code::kNotFound, "content_unavailable", "none");
  const Fault fault = setting.failure_of(R"({"paper_id":"math.GT/0309136"})");
  CHECK(fault.reason() == "content_unavailable");
  CHECK(std::get<std::string>(*fault.find("paperId")) == "math/0309136v2");
  CHECK(std::get<std::string>(*fault.find("pdfUrl")) == "https://arxiv.org/pdf/math/0309136v2");
  CHECK(setting.failure_of(R"({"paper_id":"nonsense"})").reason() == "invalid_id");
  for (const char* reason :
       {"invalid_id", "no_match", "content_unavailable", "pdf_extraction_failed",
        "version_unavailable", "version_not_served", "rate_limited", "invalid_request"}) {
    const auto& rows = setting.tool().recoveries;
    CHECK(std::any_of(rows.begin(), rows.end(),
                      [&](const mcp::Recovery& row) { return row.reason == reason; }));
  }
}

}  // namespace

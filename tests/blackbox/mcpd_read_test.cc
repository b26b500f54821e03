#include <filesystem>

#include <doctest/doctest.h>

#include "common/base/deadline.h"
#include "tests/blackbox/reading_setting.h"

namespace {

using testing::at;
using testing::find_at;
using testing::ReadingSetting;
using testing::text_at;
using testing::ToolAnswer;
using Environment = ReadingSetting::Environment;
using Targets = std::vector<std::string>;

std::string base_of(const std::string& id) {
  return id.substr(0, id.rfind('v'));
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::size_t api_requests(const ReadingSetting& setting) {
  return setting.arxiv.log().size() - setting.asked().size();
}

/// A copy of mcpd with another reader of PDFs beside it, a script.
class OtherReader {
 public:
  explicit OtherReader(const std::string& script) {
    std::filesystem::copy_file(testing::program("mcpd"), server());
    std::filesystem::permissions(folder_.write("mcpd-pdftext", "#!/bin/sh\n" + script),
                                 std::filesystem::perms::owner_all);
  }
  std::string server() const { return folder_ / "mcpd"; }

 private:
  testing::TempDir folder_;
};

/// What is left for a paper's text: the PDF.
void leave_pdf_alone(const ReadingSetting& setting) {
  setting.arxiv.fault("path=/html;status=404");
  setting.arxiv.fault("path=/ar5iv;status=404");
}

TEST_CASE("items 76, 77, 79 and 94: a page comes clean, by one request, and is paged from memory") {
  ReadingSetting setting;
  const std::string id = setting.papers(1).front();
  const ToolAnswer answer = setting.read(id);
  REQUIRE_FALSE(answer.is_error);
  const std::string content = text_at(answer.structured, "/content");
  CHECK(content.starts_with("<article"));
  CHECK(content.ends_with("</article>"));
  CHECK(holds(content, "We find $a<b$, see <a href=\"#S1\">above</a> and <img src=\"" +
                           setting.arxiv.base_url() + "/html/"));
  CHECK(text_at(answer.structured, "/source") == "arxiv_html");
  CHECK(text_at(answer.structured, "/source_url") == setting.arxiv.base_url() + "/html/" + id);
  REQUIRE(at(answer.structured, "/outline").Size() == 3);
  const auto start = std::to_string(at(answer.structured, "/outline/1/start").GetInt());
  const ToolAnswer results = setting.read(id, ",\"start\":" + start);
  CHECK(text_at(results.structured, "/content").starts_with("<h2"));
  CHECK(find_at(results.structured, "/outline") == nullptr);
  CHECK(text_at(results.structured, "/body_hash") == text_at(answer.structured, "/body_hash"));
  CHECK(setting.asked() == Targets{"/html/" + id});
  CHECK(api_requests(setting) == 0);
}

TEST_CASE("links are absolute against the address that a redirect of arXiv's leads to") {
  ReadingSetting setting;
  const auto ids = setting.papers(2);
  setting.arxiv.fault("path=/html/" + ids[0] + ";status=302;location=/html/" + ids[1]);
  const ToolAnswer answer = setting.read(ids[0]);
  CHECK(text_at(answer.structured, "/source_url") == setting.arxiv.base_url() + "/html/" + ids[1]);
  CHECK(text_at(answer.structured, "/paper_id") == ids[0]);
}

TEST_CASE("item 71: a redirect of ar5iv's is never followed") {
  ReadingSetting setting;
  const auto ids = setting.papers(2);
  setting.arxiv.fault("path=/html/" + ids[0] + ";status=404");
  setting.arxiv.fault("path=/ar5iv;status=307;location=/html/" + ids[1]);
  const ToolAnswer answer = setting.read(ids[0]);
  CHECK(text_at(answer.structured, "/source") == "pdf_text");
  CHECK(at(answer.structured, "/outline").Size() == 0);
  CHECK(setting.asked() == Targets{"/html/" + ids[0], "/ar5iv/" + ids[0], "/pdf/" + ids[0]});
}

TEST_CASE("items 72 and 73: what a failing host costs, and what is tried again") {
  ReadingSetting setting;
  const auto ids = setting.papers(3);
  setting.arxiv.fault("path=/html/" + ids[0] + ";status=500");
  const ToolAnswer failed = setting.read(ids[0]);
  CHECK(failed.code() == -32000);
  CHECK(holds(failed.text(), "(failed after 2 attempts)"));
  CHECK(at(failed.structured, "/error/data/retryAttempts").GetInt() == 2);
  CHECK(find_at(failed.structured, "/error/data/url") == nullptr);
  CHECK(setting.asked() == Targets{"/html/" + ids[0], "/html/" + ids[0]});
  setting.arxiv.fault("path=/html;status=404");
  setting.arxiv.fault("path=/ar5iv;status=500");
  CHECK(text_at(setting.read(ids[1]).structured, "/source") == "pdf_text");
  setting.arxiv.fault("path=/pdf;status=404");
  const ToolAnswer held = setting.read(ids[2]);
  CHECK(held.code() == -32000);
  CHECK(at(held.structured, "/error/data/status").GetInt() == 500);
  setting.arxiv.clear_faults();
  setting.arxiv.fault("path=/html;nth=1;drop");
  CHECK(text_at(setting.read(ids[2]).structured, "/source") == "arxiv_html");
}

TEST_CASE("item 89: a text of ar5iv's is of an unconfirmed revision") {
  ReadingSetting setting;
  setting.arxiv.fault("path=/html;status=404");
  const std::string id = setting.papers(1).front();
  const ToolAnswer answer = setting.read(id);
  CHECK(text_at(answer.structured, "/source") == "ar5iv");
  CHECK(at(answer.structured, "/revision_unconfirmed").GetBool());
}

TEST_CASE("item 92: a PDF that is none, or whose pages are pictures, gives no text") {
  ReadingSetting setting;
  leave_pdf_alone(setting);
  setting.arxiv.fault("path=/pdf;garbage");
  const std::string id = setting.papers(1).front();
  const ToolAnswer answer = setting.read(id);
  CHECK(answer.reason() == "pdf_extraction_failed");
  CHECK(answer.code() == -32001);
  CHECK(text_at(answer.structured, "/error/data/pdfUrl") == "https://arxiv.org/pdf/" + id);
  CHECK(setting.asked().size() == 3);
}

TEST_CASE(
    "decision 55: a crash of the PDF's reader is that host's failure, and nothing is replayed") {
  const OtherReader reader("kill -SEGV $$");
  ReadingSetting setting({}, testing::InventedMirror::arguments(), reader.server());
  leave_pdf_alone(setting);
  const ToolAnswer answer = setting.read(setting.papers(1).front());
  CHECK(answer.code() == -32000);
  CHECK_FALSE(at(answer.structured, "/error/data/retryable").GetBool());
  CHECK(setting.asked().size() == 3);
  setting.arxiv.clear_faults();
  CHECK_FALSE(setting.read(setting.papers(1).front()).is_error);
}

TEST_CASE(
    "items 90 and 91: reads that wait for a PDF's reader, or for their turn, end in their time") {
  const OtherReader reader("exec sleep 1000");
  ReadingSetting setting(Environment{{"ARXIV_READ_TIMEOUT_MS", "400"}},
                         testing::InventedMirror::arguments(), reader.server());
  leave_pdf_alone(setting);
  std::vector<std::int64_t> reads;
  for (const std::string& id : setting.papers(3))
    reads.push_back(setting.send_read(id));
  for (const std::int64_t read : reads)
    CHECK(setting.client.wait_for_call(read).code() == -32004);
}

TEST_CASE("item 93: a PDF's throttle slows the next search at arXiv") {
  ReadingSetting setting;
  const auto ids = setting.papers(1);
  leave_pdf_alone(setting);
  setting.arxiv.fault("path=/pdf;status=429;retry-after=3");
  const ToolAnswer answer = setting.read(ids.front());
  CHECK(answer.reason() == "rate_limited");
  CHECK(at(answer.structured, "/error/data/retryable").GetBool());
  CHECK(at(answer.structured, "/error/data/cooldownAppliedMs").GetInt() == 5000);
  CHECK(text_at(answer.structured, "/error/data/retryAfter") == "3");
  const std::int64_t next =
      setting.client.send_call("arxiv_get_metadata", R"({"paper_ids":["2401.99998"]})");
  CHECK_FALSE(setting.client.call_tool("arxiv_list_categories").is_error);
  CHECK(api_requests(setting) == 0);
  CHECK_FALSE(setting.client.has_response(next));
}

TEST_CASE("item 90: a read ends in its time, wherever it is") {
  ReadingSetting setting(Environment{{"ARXIV_READ_TIMEOUT_MS", "400"}});
  const auto ids = setting.papers(3);
  constexpr const char* kHosts[] = {"html", "ar5iv", "pdf"};
  for (std::size_t stalled = 0; stalled < 3; ++stalled) {
    for (std::size_t host = 0; host <= stalled; ++host) {
      setting.arxiv.fault("path=/" + std::string(kHosts[host]) + "/" + ids[stalled] +
                          (host == stalled ? ";stall-after-headers" : ";status=404"));
    }
  }
  setting.arxiv.fault("path=/api;stall-after-headers");
  const auto begun = base::Deadline::Clock::now();
  std::vector<std::int64_t> reads = {setting.send_read("2401.99998")};
  for (std::size_t stalled = 0; stalled < 3; ++stalled)
    reads.push_back(setting.send_read(ids[stalled]));
  for (const std::int64_t read : reads) {
    const ToolAnswer answer = setting.client.wait_for_call(read);
    CHECK(answer.code() == -32004);
    CHECK(holds(answer.text(), "did not finish within 400 ms"));
  }
  CHECK(base::Deadline::Clock::now() - begun < std::chrono::seconds(5));
}

TEST_CASE("a read that is cancelled drops its request at once, and spares another of the paper") {
  ReadingSetting setting;
  const std::string id = setting.papers(1).front();
  setting.arxiv.fault("path=/html;nth=1;stall-before-headers");
  const std::int64_t first = setting.send_read(id);
  setting.arxiv.wait_for_requests("/html", 1);
  const std::int64_t second = setting.send_read(id);
  setting.client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(first) + "}");
  setting.arxiv.wait_for_ends("/html", 1);
  CHECK_FALSE(setting.client.wait_for_call(second).is_error);
  CHECK_FALSE(setting.client.has_response(first));
}

TEST_CASE("items 95 and 96, decision 48: the mirror answers where arXiv is silent") {
  ReadingSetting setting(Environment{{"ARXIV_API_TIMEOUT_MS", "150"}});
  const auto ids = setting.papers(2);
  setting.arxiv.fault("path=/api;stall-before-headers");
  CHECK(text_at(setting.read(base_of(ids[0])).structured, "/paper_id") == ids[0]);
  CHECK(text_at(setting.read(base_of(ids[1])).structured, "/paper_id") == ids[1]);
  CHECK(api_requests(setting) == 1);  // a host that is known to be down is not asked
  const ToolAnswer other = setting.read(base_of(ids[0]) + "v99");
  CHECK(other.reason() == "version_unavailable");
  CHECK(at(other.structured, "/error/data/retryable").GetBool());
  CHECK("v" + text_at(other.structured, "/error/data/mirrorVersion") ==
        ids[0].substr(ids[0].rfind('v')));
  CHECK(setting.read("2401.99998").code() == -32004);
}

TEST_CASE("a paper, or a version of it, that arXiv lacks is no match") {
  ReadingSetting setting;
  CHECK(setting.read("2401.99998").reason() == "no_match");
  CHECK(setting.read(base_of(setting.papers(1).front()) + "v99").reason() == "no_match");
  CHECK(setting.asked().empty());
}

TEST_CASE("decision 14: what does not fit into a line is refused with the way out") {
  const testing::TempDir pages;
  ReadingSetting setting(Environment{{"ARXIV_MIRROR_ENABLED", "false"}},
                         {"--pages", TEST_DATA "/blackbox", "--html", pages.path().string()});
  pages.write("2401.10001.html",
              "<article>" + std::string(std::size_t{5} << 20, 'x') + "</article>");
  const ToolAnswer answer = setting.read("2401.10001", ",\"max_characters\":null");
  CHECK(answer.reason() == "result_too_large");
  CHECK(holds(answer.text(), "max_characters"));
  CHECK(holds(answer.text(), "start"));
  const ToolAnswer part = setting.read("2401.10001", ",\"start\":5000000");
  CHECK(at(part.structured, "/body_characters").GetInt() == (5 << 20) + 19);
  CHECK(text_at(part.structured, "/content").size() == 100'000);
}

}  // namespace

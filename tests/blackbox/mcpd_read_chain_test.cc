#include <algorithm>
#include <array>
#include <deque>

#include <doctest/doctest.h>

#include "tests/blackbox/reading_setting.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::ReadingSetting;
using testing::text_at;
using testing::ToolAnswer;
using Environment = ReadingSetting::Environment;

/// How a host answers, as the contract groups it.
enum class Kind { kText, kNone, kBroken, kThrottled, kLate };

struct Outcome {
  const char* name;
  Kind page;         ///< of a host of pages
  Kind pdf;          ///< of the PDF's
  const char* rule;  ///< `@` stands for the folder of pages
};

// A throttled page is a missing one; a page in the PDF's place is a PDF without text.
constexpr Outcome kOutcomes[] = {
    {"ok", Kind::kText, Kind::kText, ""},
    {"404", Kind::kNone, Kind::kNone, "status=404"},
    {"3xx", Kind::kNone, Kind::kNone, "status=307;location=/abs/none"},
    {"429", Kind::kNone, Kind::kThrottled, "status=429;retry-after=1"},
    {"5xx", Kind::kBroken, Kind::kBroken, "status=503"},
    {"stall before headers", Kind::kLate, Kind::kLate, "stall-before-headers"},
    {"stall in body", Kind::kLate, Kind::kLate, "stall-after-headers;at=100"},
    {"drop", Kind::kBroken, Kind::kBroken, "drop"},
    {"placeholder", Kind::kNone, Kind::kNone, "type=text/html;body=@placeholder.html"},
    {"failure page", Kind::kNone, Kind::kNone, "type=text/html;body=@failure.html"},
};
constexpr std::size_t kFirstPage = 8;  ///< of kOutcomes, whose bodies are no PDF

/// The outcome of each host, from kOutcomes.
using Chosen = std::array<std::size_t, 3>;

/// What the read has to answer: a source, or a code and a reason.
struct Answer {
  std::string source = "";
  std::int64_t code = 0;
  std::string reason = "";
};

Answer failure(Kind kind) {
  if (kind == Kind::kLate) return {"", -32004, ""};
  return {"", -32000, ""};
}

/// The contract's answer, told from the three outcomes at once.
Answer expected(const Chosen& chosen) {
  const Kind html = kOutcomes[chosen[0]].page;
  const Kind ar5iv = kOutcomes[chosen[1]].page;
  const Kind pdf = kOutcomes[chosen[2]].pdf;
  if (html == Kind::kText) return {"arxiv_html"};
  if (html != Kind::kNone) return failure(html);
  if (ar5iv == Kind::kText) return {"ar5iv"};
  if (pdf == Kind::kText) return {"pdf_text"};
  if (pdf == Kind::kThrottled) return {"", -32003, "rate_limited"};
  if (pdf != Kind::kNone) return failure(pdf);
  if (ar5iv != Kind::kNone) return failure(ar5iv);
  return {"", -32001, chosen[2] >= kFirstPage ? "pdf_extraction_failed" : "content_unavailable"};
}

/// Every combination but those that differ in hosts which are never asked; a sample of them where
/// all would take too long.
std::vector<Chosen> combinations() {
  std::vector<Chosen> all;
  const std::size_t step = testing::kSanitized ? 7 : 1;
  std::size_t number = 0;
  for (std::size_t html = 0; html < std::size(kOutcomes); ++html) {
    for (std::size_t ar5iv = 0; ar5iv < std::size(kOutcomes); ++ar5iv) {
      for (std::size_t pdf = 0; pdf < std::size(kOutcomes); ++pdf) {
        const bool pdf_asked = kOutcomes[ar5iv].page != Kind::kText;
        const bool ar5iv_asked = kOutcomes[html].page == Kind::kNone;
        if ((ar5iv_asked || ar5iv == 0) && ((ar5iv_asked && pdf_asked) || pdf == 0)) {
          if (number++ % step == 0) all.push_back({html, ar5iv, pdf});
        }
      }
    }
  }
  return all;
}

/// The pages that are none.
class Pages {
 public:
  Pages() {
    folder_.write(
        "placeholder.html",
        "<html><body><article class=\"ltx_document\"><p class=\"ltx_p\">See pages 1-last of "
        "<a href=\"main.pdf\">main.pdf</a></p></article></body></html>");
    folder_.write("failure.html",
                  "<html><body><article class=\"ltx_document\"></article><div class=\"ltx_para\">"
                  "Conversion to HTML had a Fatal error and exited abruptly. This document may be "
                  "truncated or damaged.</div></body></html>");
  }
  std::string rule(const char* host, const std::string& id, std::string text) const {
    if (const std::size_t at = text.find('@'); at != std::string::npos) {
      text.replace(at, 1, folder_.path().string() + "/");
    }
    return "path=/" + std::string(host) + "/" + id + ";" + text;
  }

 private:
  testing::TempDir folder_;
};

void check(const Chosen& chosen, const ToolAnswer& answer) {
  const Answer wanted = expected(chosen);
  INFO(kOutcomes[chosen[0]].name << ", " << kOutcomes[chosen[1]].name << ", "
                                 << kOutcomes[chosen[2]].name << ": " << answer.text());
  CHECK(answer.is_error == wanted.source.empty());
  CHECK(answer.code() == wanted.code);
  CHECK(answer.reason() == wanted.reason);
  if (!answer.is_error) CHECK(text_at(answer.structured, "/source") == wanted.source);
}

bool waits(const Chosen& chosen) {
  return kOutcomes[chosen[0]].page == Kind::kLate || kOutcomes[chosen[1]].page == Kind::kLate ||
         kOutcomes[chosen[2]].pdf == Kind::kLate;
}

/// Reads one paper for each combination, many at a time.
void check_all(ReadingSetting& setting, const std::vector<Chosen>& all) {
  constexpr std::size_t kAtOnce = 96;
  constexpr const char* kHosts[] = {"html", "ar5iv", "pdf"};
  const Pages pages;
  const std::vector<std::string> ids = setting.papers(all.size());
  std::deque<std::pair<std::size_t, std::int64_t>> open;
  const auto settle = [&] {
    const auto [index, id] = open.front();
    open.pop_front();
    check(all[index], setting.client.wait_for_call(id));
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t rung = 0; rung < 3; ++rung) {
      const std::string rule = kOutcomes[all[i][rung]].rule;
      if (!rule.empty()) setting.arxiv.fault(pages.rule(kHosts[rung], ids[i], rule));
    }
    open.emplace_back(i, setting.send_read(ids[i]));
    if (open.size() == kAtOnce) settle();
  }
  while (!open.empty())
    settle();
}

TEST_CASE("every combination of what the three hosts do has the contract's answer") {
  std::vector<Chosen> prompt = combinations();
  const auto first_late = std::stable_partition(prompt.begin(), prompt.end(),
                                                [](const Chosen& each) { return !waits(each); });
  const std::vector<Chosen> late(first_late, prompt.end());
  prompt.erase(first_late, prompt.end());
  ReadingSetting setting;
  check_all(setting, prompt);
  // The time of a host that is silent has to be waited out; the others have to keep to it.
  ReadingSetting short_time(
      Environment{{"ARXIV_CONTENT_TIMEOUT_MS", testing::kSanitized ? "4000" : "1200"}});
  check_all(short_time, late);
}

}  // namespace

#include "tests/standin/faults.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/support/temp_dir.h"

using standin::Answer;
using standin::FaultBook;
using standin::FaultRule;
using standin::Manner;
using standin::parse_fault_rule;

namespace {

/// For eight requests `/a?x` in turn: `!` where the rule meets, `.` where not.
std::string pattern(std::string_view rule) {
  FaultBook book;
  book.add(parse_fault_rule(rule));
  std::string result;
  for (int i = 0; i < 8; ++i)
    result += book.next("/a?x") ? '!' : '.';
  return result;
}

}  // namespace

TEST_CASE("which requests a rule meets") {
  const struct {
    std::string_view rule;
    std::string_view pattern;
  } rows[] = {
      {"drop", "!!!!!!!!"},
      {"path=/a;drop", "!!!!!!!!"},
      {"path=/b;drop", "........"},
      {"contains=x;drop", "!!!!!!!!"},
      {"contains=y;drop", "........"},
      {"count=2;drop", "!!......"},
      {"skip=3;drop", "...!!!!!"},
      {"skip=1;count=2;drop", ".!!....."},
      {"nth=1;drop", "!......."},
      {" nth=4 ; drop ", "...!...."},
      {"count=0;drop", "........"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    CHECK(pattern(row.rule) == row.pattern);
  }
}

TEST_CASE("rules take turns: the first that is due wins, and clearing ends all") {
  FaultBook book;
  book.add(parse_fault_rule("count=1;status=503"));
  book.add(parse_fault_rule("count=1;status=429"));
  CHECK(book.next("/")->status == 503);
  CHECK(book.next("/")->status == 429);
  CHECK_FALSE(book.next("/"));
  book.add(parse_fault_rule("status=500"));
  book.clear();
  CHECK_FALSE(book.next("/"));
}

TEST_CASE("what a rule answers in the service's place") {
  const testing::TempDir dir;
  const std::string file = dir.write("page.xml", "<page/>");
  const struct {
    std::string rule;
    Answer answer;
  } rows[] = {
      {"status=503;retry-after=7", {503, "text/plain", "Status 503 by rule.\n", "7"}},
      {"body=" + file, {200, "text/xml", "<page/>", ""}},
      {"body=" + file + ";type=text/html;status=400", {400, "text/html", "<page/>", ""}},
      {"rate-exceeded", {200, "text/plain", "Rate exceeded.", ""}},
      {"status=429;rate-exceeded", {429, "text/plain", "Rate exceeded.", ""}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    const FaultRule rule = parse_fault_rule(row.rule);
    CHECK(rule.replaces());
    const Answer answer = rule.replacement();
    CHECK(answer.status == row.answer.status);
    CHECK(answer.content_type == row.answer.content_type);
    CHECK(answer.body == row.answer.body);
    CHECK(answer.retry_after == row.answer.retry_after);
  }
  CHECK(parse_fault_rule("garbage").replacement().body.size() == 4096);
  CHECK_FALSE(parse_fault_rule("drop").replaces());
}

TEST_CASE("how a rule's answer is delivered, and from which byte on") {
  const struct {
    std::string_view rule;
    Manner manner;
    std::size_t position;  ///< in a body of 100
  } rows[] = {
      {"stall-before-headers", Manner::kStallBeforeHeaders, 50},
      {"stall-after-headers", Manner::kStallAfterHeaders, 0},
      {"stall-after-headers;at=30", Manner::kStallAfterHeaders, 30},
      {"close", Manner::kClose, 50},
      {"drop", Manner::kDrop, 50},
      {"drop;at=0", Manner::kDrop, 0},
      {"truncate;at=1000", Manner::kTruncate, 100},
      {"drip=10", Manner::kDrip, 50},
      {"status=404;drop", Manner::kDrop, 50},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    const FaultRule rule = parse_fault_rule(row.rule);
    CHECK(rule.delivery.manner == row.manner);
    CHECK(rule.delivery.position(100) == row.position);
  }
}

TEST_CASE("rules that are none are refused with the part that is wrong") {
  for (const std::string rule :
       {"", "path=/a", "explode", "status", "status=x", "drop=1", "count=-1;drop", "drip",
        "body=/nonexistent/file", "nth=;drop", "retry-after=1"}) {
    CAPTURE(rule);
    CHECK_THROWS_AS(parse_fault_rule(rule), base::Fault);
  }
}

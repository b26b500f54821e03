#include "mcpd/tools/search_notice.h"

#include <doctest/doctest.h>

namespace {

using tools::PagePlace;

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a page with more behind it names the next start") {
  const PagePlace place{20, 10, 10, 1234, false};
  CHECK(tools::has_more(place));
  const std::string notice = tools::page_notice(place);
  CHECK(holds(notice, "1,234 papers match"));
  CHECK(holds(notice, "start=30"));
  CHECK_FALSE(holds(notice, "submitted_from"));
}

TEST_CASE("the last page says nothing") {
  const PagePlace place{1230, 4, 10, 1234, false};
  CHECK_FALSE(tools::has_more(place));
  CHECK(tools::page_notice(place).empty());
}

TEST_CASE("beyond what paging reaches the advice is to split by dates") {
  const std::string notice = tools::page_notice({0, 50, 50, 10'051, false});
  CHECK(holds(notice, "10,051 papers match"));
  CHECK(holds(notice, "first 10,050"));
  CHECK(holds(notice, "submitted_from/submitted_to"));
  CHECK_FALSE(holds(tools::page_notice({0, 50, 50, 10'050, false}), "submitted_from"));
}

TEST_CASE("no start is advised that would be refused") {
  CHECK(holds(tools::page_notice({9'990, 50, 50, 10'050, false}), "start=10000"));
  CHECK_FALSE(holds(tools::page_notice({10'000, 50, 50, 20'000, false}), "start="));
}

TEST_CASE("decision 23: arXiv's own results end at 10,000, and so does the advice") {
  CHECK(holds(tools::page_notice({0, 50, 50, 10'001, false, true}), "first 10,000"));
  CHECK_FALSE(holds(tools::page_notice({0, 50, 50, 10'000, false, true}), "submitted_from"));
  CHECK(holds(tools::page_notice({9'900, 50, 50, 20'000, false, true}), "start=9950"));
  CHECK_FALSE(holds(tools::page_notice({9'980, 20, 20, 20'000, false, true}), "start="));
}

TEST_CASE("results that are left out are told, and the next page begins behind them") {
  const PagePlace place{20, 7, 10, 1234, false, true, 3};
  CHECK(tools::has_more(place));
  const std::string notice = tools::page_notice(place);
  CHECK(holds(notice, "this page shows 7 and leaves 3 out that repeat or cannot be read. "));
  CHECK(holds(notice, "start=30."));
  CHECK_FALSE(tools::has_more({1224, 7, 10, 1234, false, true, 3}));
  CHECK_FALSE(holds(tools::page_notice({9'950, 49, 50, 20'000, false, true, 1}), "start="));
}

TEST_CASE("an empty page in the middle of results is not taken for no match") {
  CHECK(holds(tools::page_notice({10, 0, 10, 500, false, true}), "500 papers match, but"));
}

TEST_CASE("a lower bound reads as one") {
  const PagePlace place{0, 10, 10, 50'000, true};
  CHECK(tools::total_text(place) == "50,000 or more");
  CHECK(holds(tools::page_notice(place), "50,000 or more papers match"));
}

TEST_CASE("past the end the last valid start is named") {
  CHECK(holds(tools::page_notice({12, 0, 10, 12, false}), "last valid start is 11"));
}

TEST_CASE("one match is not told in the plural") {
  CHECK(holds(tools::page_notice({5, 0, 10, 1, false}), "1 paper matches, so"));
  CHECK(holds(tools::page_notice({0, 0, 10, 1, false, true}), "1 paper matches, but"));
}

TEST_CASE("without any match the advice is to broaden") {
  const std::string notice = tools::page_notice({0, 0, 10, 0, false});
  CHECK(holds(notice, "No paper matches"));
  CHECK(holds(notice, "arxiv_list_categories"));
}

TEST_CASE("numbers are grouped by thousands") {
  const std::pair<std::int64_t, const char*> kCases[] = {
      {0, "0"}, {999, "999"}, {1000, "1,000"}, {12345, "12,345"}, {1234567, "1,234,567"}};
  for (const auto& [number, text] : kCases)
    CHECK(tools::total_text({0, 0, 10, number, false}) == text);
}

}  // namespace

#include "tests/standin/corpus.h"

#include <stdexcept>

#include <doctest/doctest.h>

#include "tests/standin/list_corpus.h"

using standin::day;
using standin::ListCorpus;
using standin::Listing;

namespace {

const ListCorpus& corpus() {
  static const ListCorpus result({{"c", "2024-01-02T10:00:00Z"},
                                  {"a", "2024-01-02T10:00:00Z"},
                                  {"b", "2024-01-02T09:59:59Z"},
                                  {"z", "2024-01-01T23:59:59Z"},
                                  {"d", "2024-01-03T00:00:00Z"}});
  return result;
}

/// The ids of a slice, run together.
std::string ids(const Listing& listing, Listing::Day from, Listing::Day until, std::size_t skip,
                std::size_t count) {
  std::string result;
  for (const Listing::Item& item : listing.slice(from, until, skip, count)) {
    result += listing.corpus().id(item.index);
  }
  return result;
}

std::string all_ids(const Listing& listing) {
  return ids(listing, std::nullopt, std::nullopt, 0, 100);
}

}  // namespace

TEST_CASE("a listing is ordered by second, then id, and cut by inclusive days") {
  const Listing listing(corpus());
  const struct {
    std::string_view from;
    std::string_view until;
    std::size_t skip;
    std::size_t count;
    std::string_view ids;
  } rows[] = {
      {"", "", 0, 100, "zbacd"},          {"2024-01-02", "", 0, 100, "bacd"},
      {"", "2024-01-02", 0, 100, "zbac"}, {"2024-01-02", "2024-01-02", 0, 100, "bac"},
      {"2024-01-02", "", 1, 2, "ac"},     {"2024-01-02", "", 4, 2, ""},
      {"2024-01-02", "", 99, 2, ""},      {"2024-01-04", "", 0, 100, ""},
      {"", "2023-12-31", 0, 100, ""},     {"2024-01-03", "2024-01-02", 0, 100, ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.from);
    CAPTURE(row.until);
    CAPTURE(row.skip);
    const auto bound = [](std::string_view text) {
      return text.empty() ? Listing::Day() : Listing::Day(day(text));
    };
    CHECK(ids(listing, bound(row.from), bound(row.until), row.skip, row.count) == row.ids);
  }
}

TEST_CASE("a modified record moves to its new place and keeps its number") {
  Listing listing(corpus());
  listing.modify(3, day("2024-01-05"));
  CHECK(all_ids(listing) == "bacdz");
  CHECK(listing.item(3).day() == day("2024-01-05"));
  listing.modify(4, day("2024-01-05"));
  CHECK(all_ids(listing) == "bacdz");
  listing.modify(3, day("2024-01-01"));
  CHECK(all_ids(listing) == "zbacd");
  CHECK_THROWS_AS(listing.modify(5, day("2024-01-05")), std::out_of_range);
}

#include "harvestd/run/sightings.h"

#include <doctest/doctest.h>

namespace {

using harvest::Note;
using harvest::Page;
using Days = std::vector<std::string>;

struct Shown {
  std::string id;
  std::string day;
};

/// Notes of a page that shows `records`; `goes_on` when there is a page behind it.
std::vector<Note> page(const std::vector<Shown>& records, bool goes_on = true) {
  Page page;
  for (const Shown& record : records) {
    page.changes.emplace_back(mirror::Tombstone{record.id});
    page.datestamps.push_back(record.day);
    page.last_datestamp = std::max(page.last_datestamp, record.day);
  }
  if (goes_on) page.token = "t";
  return harvest::notes_of(page);
}

std::vector<Note> joined(const std::vector<std::vector<Note>>& parts) {
  std::vector<Note> all;
  for (const auto& part : parts)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

const std::string k1 = "2026-01-01";
const std::string k2 = "2026-01-02";
const std::string k3 = "2026-01-03";

TEST_CASE("a day is in doubt when a record ahead of a page's end in it is shown again") {
  struct Case {
    std::string what;
    std::vector<std::vector<Note>> pages;
    Days days;
  };
  const Case cases[] = {
      {"nothing", {}, {}},
      {"each record once", {page({{"a", k1}, {"b", k1}}), page({{"c", k1}, {"d", k3}}, false)}, {}},
      {"one again on a later day", {page({{"a", k1}}), page({{"a", k3}}, false)}, {k1}},
      {"one again on the same day", {page({{"a", k1}}), page({{"a", k1}, {"b", k3}}, false)}, {k1}},
      {"one whose day was over within its page",
       {page({{"a", k1}, {"b", k2}}), page({{"a", k3}}, false)},
       {}},
      {"one of the list's last page", {page({{"a", k1}}, false), page({{"a", k3}}, false)}, {}},
      {"three times", {page({{"a", k1}}), page({{"a", k2}}), page({{"a", k3}}, false)}, {k1, k2}},
      {"several records, days in order",
       {page({{"b", k1}, {"a", k2}}), page({{"c", k1}}), page({{"a", k3}, {"c", k3}}, false)},
       {k1, k2}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    CHECK(harvest::doubtful_days(joined(one.pages), "2026-02-01") == one.days);
  }
}

TEST_CASE("days from the checkpoint on are left to the next refresh") {
  const auto notes = joined({page({{"a", k1}}), page({{"a", k2}}), page({{"a", k3}}, false)});
  CHECK(harvest::doubtful_days(notes, k3) == Days{k1, k2});
  CHECK(harvest::doubtful_days(notes, k2) == Days{k1});
  CHECK(harvest::doubtful_days(notes, k1).empty());
  CHECK(harvest::doubtful_days(notes, std::nullopt).empty());
}

TEST_CASE("what was read again no longer counts; what comes after does") {
  const auto before = joined({page({{"a", k1}}), page({{"b", k2}})});
  const auto after = page({{"a", k3}, {"b", k3}}, false);
  const auto days = [&](Note note, const std::vector<Note>& more = {}) {
    return harvest::doubtful_days(joined({before, {note}, more, after}), "2026-02-01");
  };
  CHECK(days(harvest::reread_note(k1)) == Days{k2});
  CHECK(days(harvest::reread_note(k2)) == Days{k1});
  CHECK(days(harvest::restart_note(k2)) == Days{k1});
  CHECK(days(harvest::restart_note(k1)).empty());
  CHECK(days(harvest::restart_note("")).empty());
  CHECK(days(harvest::restart_note(k3)) == Days{k1, k2});
  CHECK(days(harvest::restart_note(k1), page({{"b", k2}})) == Days{k2});
}

}  // namespace

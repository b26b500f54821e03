#include "harvestd/dump/newest_lines.h"

#include <doctest/doctest.h>

namespace {

mirror::DumpPaper paper(const std::string& id, const std::string& version, const std::string& day) {
  mirror::DumpPaper paper;
  paper.row.id = id;
  paper.row.version = version;
  paper.day = day;
  return paper;
}

TEST_CASE("a line is taken unless one of a higher version or a later day came before") {
  struct Line {
    std::string version;
    std::string day;
    bool taken;
  };
  const Line lines[] = {
      {"2", "2024-05-05", true},  {"2", "2024-05-04", false}, {"1", "2025-01-01", false},
      {"2", "2024-05-05", true},  {"2", "2024-05-06", true},  {"2", "2024-05-05", false},
      {"3", "2001-01-01", true},  {"2", "2024-05-06", false}, {"3", "", false},
      {"3", "1969-12-31", false}, {"10", "", true},           {"9", "2026-01-01", false},
  };
  mirror::NewestLines newest;
  for (const Line& line : lines) {
    CAPTURE(line.version + " " + line.day);
    CHECK(newest.take(paper("2401.00001", line.version, line.day)) == line.taken);
  }
  CHECK(newest.take(paper("2401.00002", "1", "2000-01-01")));
  CHECK(newest.papers() == 2);
}

TEST_CASE("none of very many papers is taken for another") {
  mirror::NewestLines newest;
  constexpr int kPapers = 20'000;
  for (int i = 0; i < kPapers; ++i)
    CHECK(newest.take(paper("id" + std::to_string(i), "2", "2024-05-05")));
  CHECK(newest.papers() == kPapers);
  for (int i = 0; i < kPapers; ++i)
    CHECK_FALSE(newest.take(paper("id" + std::to_string(i), "1", "2024-05-05")));
  CHECK(newest.papers() == kPapers);
}

}  // namespace

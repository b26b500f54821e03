/// The documents say of exit statuses and conditions what the headers say.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/text.h"
#include "mirrorctl/condition.h"
#include "tests/support/temp_dir.h"

namespace {

/// The cells of each row of the table below `heading`, which has to be there.
std::vector<std::vector<std::string>> table(const std::string& document, std::string_view heading) {
  const std::size_t begin = document.find(std::string(heading) + "\n|---");
  REQUIRE(begin != std::string::npos);
  const std::size_t rows = document.find('\n', document.find("\n|---", begin) + 1) + 1;
  std::vector<std::vector<std::string>> cells;
  const std::string body = document.substr(rows, document.find("\n\n", rows) - rows);
  for (const std::string_view line : base::split(base::trim(body), '\n')) {
    cells.emplace_back();
    const auto pieces = base::split(line.substr(1, line.size() - 2), '|');
    for (const std::string_view piece : pieces)
      cells.back().emplace_back(base::trim(piece));
  }
  return cells;
}

struct ExitRow {
  std::string status;
  std::string meaning;
};

/// The lines `kName = N,  ///< meaning` of the enumeration.
std::vector<ExitRow> exit_codes() {
  const std::string header = testing::read_file(SOURCE_DIR "/common/base/exit_codes.h");
  std::vector<ExitRow> rows;
  for (const std::string_view line : base::split(header, '\n')) {
    const std::size_t sign = line.find(" = ");
    const std::size_t comment = line.find("///< ");
    if (!base::trim(line).starts_with("k") || comment == std::string_view::npos) continue;
    rows.push_back({std::string(line.substr(sign + 3, line.find(',') - sign - 3)),
                    std::string(line.substr(comment + 5))});
  }
  return rows;
}

TEST_CASE("the exit statuses of docs/operations.md are those of the header, each with its cure") {
  const auto documented = table(testing::read_file(SOURCE_DIR "/docs/operations.md"),
                                "| Status | Meaning | What to do |");
  const auto codes = exit_codes();
  REQUIRE(codes.size() == 11);
  REQUIRE(documented.size() == codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    REQUIRE(documented[i].size() == 3);
    CHECK(documented[i][0] == codes[i].status);
    CHECK(documented[i][1] == codes[i].meaning);
    CHECK(!documented[i][2].empty());
  }
}

TEST_CASE("the conditions of docs/operations.md are the words of status, in their order") {
  using mirrorctl::Condition;
  const auto documented = table(testing::read_file(SOURCE_DIR "/docs/operations.md"),
                                "| Condition | When | What to do |");
  REQUIRE(documented.size() == static_cast<std::size_t>(Condition::kReady) + 1);
  for (std::size_t i = 0; i < documented.size(); ++i) {
    const auto word = mirrorctl::condition_name(static_cast<Condition>(i));
    CHECK(documented[i].at(0) == "`" + std::string(word) + "`");
  }
}

}  // namespace

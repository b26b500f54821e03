/// README.md says of each setting what the table says.

#include <string>

#include <doctest/doctest.h>

#include "common/base/settings.h"
#include "tests/support/temp_dir.h"

namespace {

std::string code(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string default_of(const base::SettingRow& row) {
  if (row.variable == "ARXIV_MIRROR_PATH") return "see below";
  return row.default_value.empty() ? "none" : code(row.default_value);
}

std::string readers_of(const base::SettingRow& row) {
  const bool harvestd = (row.programs & base::kHarvestd) != 0;
  const bool mcpd = (row.programs & base::kMcpd) != 0;
  return harvestd && mcpd ? "both" : harvestd ? "harvestd" : "mcpd";
}

std::string settings_table() {
  std::string table;
  for (const base::SettingRow& row : base::setting_rows()) {
    table += "| " + code(row.variable) + " | " + code(row.option) + " | " + default_of(row) +
             " | " + readers_of(row) + " | " + std::string(row.help) + " |\n";
  }
  return table;
}

TEST_CASE("the configuration table of README.md is the settings table") {
  const std::string readme = testing::read_file(SOURCE_DIR "/README.md");
  const std::string heading =
      "| Variable | Option | Default | Read by | Meaning |\n|---|---|---|---|---|\n";
  const std::size_t begin = readme.find(heading);
  REQUIRE(begin != std::string::npos);
  const std::size_t rows = begin + heading.size();
  CHECK(readme.substr(rows, readme.find("\n\n", rows) + 1 - rows) == settings_table());
}

}  // namespace

#pragma once

/// Test tables: one row a line, its cells separated by tabs. Blank lines and lines that begin with
/// `#` are for the reader.

#include <string>
#include <string_view>
#include <vector>

#include "common/base/text.h"
#include "tests/support/temp_dir.h"

namespace testing {

/// `cell` with its control pictures (␉ ␊ ␍) as the characters they stand for.
inline std::string with_controls(std::string_view cell) {
  constexpr std::string_view kPictures[] = {"␉", "␊", "␍"};
  constexpr std::string_view kControls = "\t\n\r";
  std::string out(cell);
  for (std::size_t i = 0; i < kControls.size(); ++i) {
    for (std::size_t at = out.find(kPictures[i]); at != std::string::npos;
         at = out.find(kPictures[i], at)) {
      out.replace(at, kPictures[i].size(), 1, kControls[i]);
    }
  }
  return out;
}

/// The rows of tests/data/`name`. Throws std::runtime_error when it cannot be read.
inline std::vector<std::vector<std::string>> read_vectors(const std::string& name) {
  std::vector<std::vector<std::string>> rows;
  const std::string content = read_file(TEST_DATA "/" + name);
  for (const std::string_view line : base::split(content, '\n')) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string>& row = rows.emplace_back();
    for (const std::string_view cell : base::split(line, '\t'))
      row.push_back(with_controls(cell));
  }
  return rows;
}

/// `unit` written `count` times.
inline std::string repeated(std::string_view unit, std::size_t count) {
  std::string out;
  out.reserve(unit.size() * count);
  while (count-- > 0)
    out += unit;
  return out;
}

}  // namespace testing

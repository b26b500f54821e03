#pragma once

/// Tables for people: columns aligned by what a terminal shows, long cells wrapped into the width
/// at hand. Pure; text in and out is UTF-8.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mirrorctl {

/// Terminal cells that `text` takes: none for combining marks, two for wide East Asian characters.
std::size_t display_width(std::string_view text);

/// `text` in lines of at most `width` cells, broken at blanks, and inside words that are longer.
/// At least one line. A `width` of 0 never breaks.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

struct Column {
  std::string title;
  bool right = false;     ///< aligned to the right, as numbers are
  bool flexible = false;  ///< gives way when the table is wider than the terminal
};

class Table {
 public:
  /// A table whose titles are all empty has no heading.
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column; missing ones are empty.
  void add(std::vector<std::string> cells);

  /// Every line ends in a line feed and none in a blank. `width` in cells; 0 is unlimited.
  std::string render(std::size_t width) const;

 private:
  std::vector<std::size_t> widths(std::size_t limit) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace mirrorctl

#include "mirrorctl/table.h"

#include <algorithm>
#include <array>

#include "common/base/text.h"
#include "common/base/utf8.h"

namespace mirrorctl {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::size_t kNarrowest = 16;  // a flexible column keeps at least this

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};
constexpr auto kNoCells = std::to_array<Range>({{0x0300, 0x036F},
                                                {0x1AB0, 0x1AFF},
                                                {0x1DC0, 0x1DFF},
                                                {0x200B, 0x200F},
                                                {0x20D0, 0x20FF},
                                                {0xFE00, 0xFE0F},
                                                {0xFE20, 0xFE2F}});
constexpr auto kTwoCells = std::to_array<Range>({{0x1100, 0x115F},
                                                 {0x2E80, 0x303E},
                                                 {0x3041, 0xA4CF},
                                                 {0xAC00, 0xD7A3},
                                                 {0xF900, 0xFAFF},
                                                 {0xFE30, 0xFE6F},
                                                 {0xFF00, 0xFF60},
                                                 {0xFFE0, 0xFFE6},
                                                 {0x1F300, 0x1F64F},
                                                 {0x1F900, 0x1F9FF},
                                                 {0x20000, 0x3FFFD}});

template <class Ranges>
bool contains(const Ranges& ranges, std::uint32_t code_point) {
  return std::any_of(ranges.begin(), ranges.end(), [code_point](const Range& range) {
    return range.first <= code_point && code_point <= range.last;
  });
}

std::size_t cells_of(std::uint32_t code_point) {
  if (code_point < 0x300) return 1;
  if (contains(kNoCells, code_point)) return 0;
  return contains(kTwoCells, code_point) ? 2 : 1;
}

/// The longest start of `text` that takes at most `width` cells, and at least one code point.
std::string_view fitting(std::string_view text, std::size_t width) {
  std::size_t cells = 0;
  std::size_t end = 0;
  while (end < text.size()) {
    const base::CodePoint point = base::code_point_at(text, end);
    cells += cells_of(point.value);
    if (cells > width && end > 0) break;
    end = point.next;
  }
  return text.substr(0, end);
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return right ? blanks + text : text + blanks;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t cells = 0;
  for (std::size_t at = 0; at < text.size();) {
    const base::CodePoint point = base::code_point_at(text, at);
    cells += cells_of(point.value);
    at = point.next;
  }
  return cells;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  if (width == 0 || display_width(text) <= width) return {std::string(text)};
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  for (std::string_view word : base::split_words(text)) {
    const std::size_t cells = display_width(word);
    if (used > 0 && used + 1 + cells > width) {
      lines.emplace_back();
      used = 0;
    }
    if (used > 0) {
      lines.back() += ' ';
      ++used;
    }
    std::string_view part = fitting(word, width);
    while (cells > width && part.size() < word.size()) {
      lines.back() += part;
      lines.emplace_back();
      word.remove_prefix(part.size());
      part = fitting(word, width);
    }
    lines.back() += word;
    used += display_width(word);
  }
  return lines;
}

void Table::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths(std::size_t limit) const {
  std::vector<std::size_t> widths;
  std::size_t total = kGap.size() * (columns_.size() - 1);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = display_width(columns_[i].title);
    for (const auto& row : rows_) {
      width = std::max(width, display_width(row[i]));
    }
    widths.push_back(width);
    total += width;
  }
  while (limit > 0 && total > limit) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const bool gives_way = columns_[i].flexible && widths[i] > kNarrowest;
      if (gives_way && (widest == nullptr || widths[i] > *widest)) widest = &widths[i];
    }
    if (widest == nullptr) break;
    --*widest;
    --total;
  }
  return widths;
}

std::string Table::render(std::size_t width) const {
  const std::vector<std::size_t> widths = this->widths(width);
  std::string out;
  const auto put = [&](const std::vector<std::string>& cells) {
    std::vector<std::vector<std::string>> columns;
    std::size_t height = 1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      columns.push_back(wrap(cells[i], widths[i]));
      height = std::max(height, columns.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) {
      std::string text;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string cell = line < columns[i].size() ? columns[i][line] : "";
        text += (i > 0 ? kGap : "");
        text += padded(cell, widths[i], columns_[i].right);
      }
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + '\n';
    }
  };
  std::vector<std::string> titles;
  for (const Column& column : columns_) {
    titles.push_back(column.title);
  }
  if (!base::join(titles, "").empty()) put(titles);
  for (const auto& row : rows_) {
    put(row);
  }
  return out;
}

}  // namespace mirrorctl

#pragma once

/// The identifiers of generated papers: month and serial number, and what arXiv makes of them.
/// Pure.

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace standin {

/// The `serial`th paper (from 0) of the `month`th month since 1995-01.
struct PaperNumber {
  int month = 0;
  std::size_t serial = 0;
  bool operator==(const PaperNumber&) const = default;
};

/// Months before 2007-04 number their papers by archive.
inline constexpr int kFirstNewStyleMonth = 12 * 12 + 3;

/// An archive of the old style, and what its papers are filed under.
struct OldArchive {
  std::string_view name;
  std::span<const std::string_view> codes;
  std::size_t field;  ///< index into fields()
};

/// How many papers a month can number.
std::size_t month_capacity(int month);
/// The archive of an old-style number.
const OldArchive& old_archive(PaperNumber number);
std::string paper_id(PaperNumber number);
/// The inverse of paper_id; nothing for identifiers it does not make.
std::optional<PaperNumber> parse_paper_number(std::string_view id);

std::chrono::sys_days first_day(int month);
int month_of(std::chrono::sys_days day);

}  // namespace standin

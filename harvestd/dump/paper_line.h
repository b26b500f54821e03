#pragma once

/// A paper as one line of JSON: as export writes it, with the names of the columns of `papers`, and
/// as arXiv's public metadata dump has it.

#include <optional>
#include <string>
#include <string_view>

#include "common/mirror/sqlite.h"
#include "harvestd/writer/record.h"

namespace mirror {

/// What export reads, in the order in which the papers were first stored.
std::string_view export_statement();

/// The line, with its end, of the row that `rows` of export_statement() stands on.
std::string export_line(const Rows& rows);

/// One paper of a dump.
struct DumpPaper {
  Row row;
  /// The day up to which the line knows its paper, `YYYY-MM-DD`: arXiv's update_date, or the day of
  /// the latest version; empty where that has no date.
  std::string day;

  bool operator==(const DumpPaper&) const = default;
};

/// Reads a line of either form; in that of arXiv's dump the row is built as a harvest builds it
/// (record.h). Throws Fault kValidation, which names the member that is wrong, for anything else,
/// a date that cannot be read included: a harvest has to store one as arXiv gave it (contract 9.1),
/// a dump can be corrected.
DumpPaper parse_paper_line(std::string line);

}  // namespace mirror

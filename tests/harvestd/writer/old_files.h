#pragma once

/// Mirror files as the older line's writers of versions 1 to 7 left them (contract 9.1, 9.3), made
/// from records as arXiv sends them, and the file that a harvest of the same records makes today.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harvestd/writer/record.h"

namespace testing {

/// `count` different records, with everything among them that a migration has to convert: TeX,
/// quotation marks, letters that are folded, dates of several forms, one that is no date.
std::vector<mirror::Record> sample_records(std::size_t count);

/// A complete mirror of `version`, made by that version's rules. From version 4 on indexes and
/// lease have a shape of the older line's own. The second paper has been deleted.
void write_old_file(const std::string& path, int version,
                    const std::vector<mirror::Record>& records);

/// The same mirror as this version makes it.
void write_fresh_file(const std::string& path, const std::vector<mirror::Record>& records);

/// Everything that a mirror file holds apart from when it was made, by what it is: rows with their
/// rowids, each occurrence of each word in the full-text index, state, version, lease, what in the
/// schema is not as it should be. Throws SqliteFault where a check of SQLite's own fails.
std::map<std::string, std::string> contents(const std::string& path);

}  // namespace testing

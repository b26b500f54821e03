#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "harvestd/writer/store.h"

namespace mirror {

struct ImportPlan {
  std::string file;  ///< as DumpInput takes it
  OpenRules open;
  /// Told after each batch how many papers are stored.
  std::function<void(std::int64_t)> notice = [](std::int64_t) {};
  /// Told after each window of papers that were put into the full-text index at the end.
  std::function<void(const FillProgress&)> indexing = [](const FillProgress&) {};
  /// What ends a commit: so many papers, or so many bytes of their lines.
  std::size_t batch = 5'000;
  std::size_t batch_bytes = std::size_t{16} << 20;
};

struct ImportResult {
  std::int64_t lines = 0;   ///< that held a paper
  std::int64_t papers = 0;  ///< in the file; fewer where a paper came twice
  std::string
      last_datestamp;  ///< the newest day of the dump to go on from (checkpoint.h); or empty
};

/// Fills the mirror at `path`, new or never completed (decision 37), from a dump in either form of
/// paper_line.h. At the end of the dump, and then alone, the mirror is complete, and the next
/// refresh asks from the newest day of the dump on, or for arXiv's whole list where that is before
/// arXiv's first datestamp. Until then the state names no day to go on
/// from, so that neither an init nor another import takes the papers for all there are; what was
/// stored stays. A dump whose first batch cannot be read, or that holds no paper, leaves the
/// state as it is, and an unfinished harvest goes on from where it was.
///
/// Of several lines of one paper the one of the highest version is kept, of the same version that
/// of the latest DumpPaper::day, of the same day the last. A paper that the file holds already in a
/// higher version, as an unfinished harvest may have stored it, keeps it; in the same version the
/// dump's line takes its place, since it may be newer, and if it is not, the refresh from the
/// dump's day on brings what has changed since.
///
/// Papers that an unfinished harvest has stored and the dump lacks stay as well. One of them that
/// arXiv has removed between that harvest and the dump stays for good, as no refresh from the
/// dump's day on brings its removal: a mirror that is to hold no more than the dump begins as a
/// new file.
///
/// Throws, beside what Store and DumpInput throw: Fault kConfiguration for a mirror that was
/// completed; kValidation, naming line and member, for a line that holds no paper, and for a dump
/// without papers.
ImportResult import_papers(const std::string& path, const ImportPlan& plan);

}  // namespace mirror

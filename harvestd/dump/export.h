#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace mirror {

struct ExportPlan {
  std::string file;  ///< as DumpOutput takes it
  std::stop_token stop;
  /// Told now and then how many papers are written.
  std::function<void(std::int64_t)> notice = [](std::int64_t) {};
};

struct ExportResult {
  std::int64_t papers = 0;
  bool complete = false;  ///< the mirror's first harvest had ended
};

/// Writes every paper of the mirror at `path` as a line of JSON, the papers first stored first: one
/// state of the file, also while a harvest writes. Throws Fault kDatabase for a missing file and
/// for one that cannot be read or written, kConfiguration for a file that is of another version or
/// no mirror, kCancelled after a stop request.
ExportResult export_papers(const std::string& path, const ExportPlan& plan);

}  // namespace mirror

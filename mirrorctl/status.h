#pragma once

/// `mirrorctl status`: what is known of the mirror file, as a table for people, as one line, or as
/// JSON.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/clock.h"
#include "common/mirror/file_status.h"
#include "common/pacing/slot_status.h"
#include "mirrorctl/timer.h"

namespace mirrorctl {

/// All that a look has found.
struct Report {
  mirror::FileStatus file;
  base::WallTime now;
  std::optional<std::int64_t> free_bytes = {};         ///< on the file's disk
  std::optional<Timer> timer = {};                     ///< where systemd has one
  std::optional<double> papers_per_second = {};        ///< while it is watched
  std::optional<std::chrono::milliseconds> left = {};  ///< the same: until the first harvest ends
  std::vector<pacing::SlotStatus> slots = {};          ///< of arXiv's hosts
};

/// Papers that the harvest at work leads to: those of the last complete one, else what arXiv lists,
/// roughly; nothing when none is at work.
std::optional<std::int64_t> expected_papers(const mirror::FileStatus& file);

/// `width` as in Table::render.
std::string status_text(const Report& report, std::size_t width);

/// One line and its line feed: the condition, and how a harvest goes on.
std::string status_line(const Report& report);

/// One JSON object and a line feed. Every member is always there; null where nothing is known.
std::string status_json(const Report& report);

}  // namespace mirrorctl

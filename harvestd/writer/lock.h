#pragma once

/// One harvestd at a time per mirror file (decision 32).

#include <string>

#include "common/base/clock.h"
#include "common/base/unique_fd.h"

namespace mirror {

/// Holds an exclusive flock on `<file>.lock`, which says who holds it. The lock ends with the
/// object or the process; the side file stays, since removing it would let two holders in.
class WriterLock {
 public:
  /// Creates the mirror's folder and the side file where they are missing. Throws Fault kConflict
  /// `mirror_busy`, naming the holder, when another process has the lock, and Fault kDatabase when
  /// the folder or the side file cannot be made.
  WriterLock(const std::string& mirror_path, const base::WallClock& clock);

 private:
  base::UniqueFd file_;
};

}  // namespace mirror

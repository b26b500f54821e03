#pragma once

/// Which of a dump's lines of one paper is the newest, wherever they stand.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harvestd/dump/paper_line.h"

namespace mirror {

/// Remembers of each paper the newest line so far, in 16 to 48 bytes. Papers are told apart by 64
/// bits of their ids. One thread at a time.
class NewestLines {
 public:
  /// Whether `paper` is at least as new as every line of the same paper before: of a higher
  /// version, or of the same and not of an earlier day. Remembers it if so.
  bool take(const DumpPaper& paper);

  std::size_t papers() const { return papers_; }

 private:
  struct Slot {
    std::uint64_t paper = 0;  ///< 0 of a free one
    std::uint64_t rank = 0;
  };
  Slot& slot_of(std::uint64_t paper);
  void grow();

  std::vector<Slot> slots_ = std::vector<Slot>(1024);  ///< a power of two
  std::size_t papers_ = 0;
};

}  // namespace mirror

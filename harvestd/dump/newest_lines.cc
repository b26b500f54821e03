#include "harvestd/dump/newest_lines.h"

#include <algorithm>
#include <utility>

#include "common/base/clock.h"
#include "common/base/number.h"
#include "harvestd/check/sum.h"

namespace mirror {
namespace {

std::uint64_t number_of(std::string_view id) {
  return std::max(Member().add(id).hash(), std::uint64_t{1});
}

/// The version in the high half, the day in the low one: 0 for one that is not known.
std::uint64_t rank_of(const DumpPaper& paper) {
  const auto version = base::parse_number<std::uint32_t>(paper.row.version).value_or(0);
  const auto day = base::parse_iso(paper.day);
  const auto days =
      day ? std::chrono::floor<std::chrono::days>(*day).time_since_epoch().count() : 0;
  constexpr std::int64_t kYearZero = 719'528;  // in days before 1970
  return (std::uint64_t{version} << 32) |
         static_cast<std::uint32_t>(std::max<std::int64_t>(days + kYearZero, 0));
}

}  // namespace

bool NewestLines::take(const DumpPaper& paper) {
  const std::uint64_t number = number_of(paper.row.id);
  const std::uint64_t rank = rank_of(paper);
  Slot* slot = &slot_of(number);
  if (slot->paper == number) {
    if (rank < slot->rank) return false;
    slot->rank = rank;
    return true;
  }
  *slot = {number, rank};
  if (++papers_ > slots_.size() / 4 * 3) grow();
  return true;
}

/// The paper's own, or the free one that is to be its own.
NewestLines::Slot& NewestLines::slot_of(std::uint64_t paper) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = paper & mask;
  while (slots_[at].paper != 0 && slots_[at].paper != paper)
    at = (at + 1) & mask;
  return slots_[at];
}

void NewestLines::grow() {
  const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
  for (const Slot& slot : before) {
    if (slot.paper != 0) slot_of(slot.paper) = slot;
  }
}

}  // namespace mirror

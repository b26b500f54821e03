#include "harvestd/run/sightings.h"

#include <algorithm>
#include <set>

#include "common/base/clock.h"

namespace harvest {
namespace {

// A note is 47 bits of the id's hash, 16 bits of the day, and whether a page ended in that day
// behind the record. Sorted, the notes of a record stand together. Two ids of one hash (3 in a
// hundred harvests of three million) make a day be read again that need not be.
constexpr int kHashShift = 17;
constexpr Note kAhead = 1;
constexpr Note kReread = 0;   // in the hash's place
constexpr Note kRestart = 1;  // in the hash's place

/// FNV-1a, which stays the same from one build of the program to the next.
Note hash_of(std::string_view id) {
  Note hash = 0xCBF29CE484222325U;
  for (const char byte : id) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001B3U;
  }
  return std::max(hash >> kHashShift, kRestart + 1);
}

/// Days since 1970: enough until 2149.
Note number_of(std::string_view day) {
  const auto time = base::parse_iso(day);
  if (!time) return 0;
  const auto days = std::chrono::floor<std::chrono::days>(*time).time_since_epoch().count();
  return static_cast<Note>(std::clamp<std::int64_t>(days, 0, 0xFFFF));
}

std::string day_text(Note number) {
  return base::to_date(base::WallTime(std::chrono::days(number)));
}

Note make(Note hash, std::string_view day, bool ahead) {
  return hash << kHashShift | number_of(day) << 1 | (ahead ? kAhead : 0);
}

Note hash_in(Note note) {
  return note >> kHashShift;
}

Note day_in(Note note) {
  return note >> 1 & 0xFFFF;
}

/// The notes that still count, without those that end others.
std::vector<Note> in_force(std::span<const Note> notes) {
  std::vector<Note> left;
  left.reserve(notes.size());
  for (const Note note : notes) {
    const Note day = day_in(note);
    if (hash_in(note) == kReread) {
      std::erase_if(left, [day](Note earlier) { return day_in(earlier) == day; });
    } else if (hash_in(note) == kRestart) {
      std::erase_if(left, [day](Note earlier) { return day_in(earlier) >= day; });
    } else {
      left.push_back(note);
    }
  }
  return left;
}

const std::string& id_of(const mirror::Change& change) {
  return std::visit([](const auto& it) -> const std::string& { return it.id; }, change);
}

}  // namespace

std::vector<Note> notes_of(const Page& page) {
  std::vector<Note> notes;
  notes.reserve(page.changes.size());
  for (std::size_t at = 0; at < page.changes.size(); ++at) {
    const std::string& day = page.datestamps[at];
    notes.push_back(make(hash_of(id_of(page.changes[at])), day,
                         page.token.has_value() && day == page.last_datestamp));
  }
  return notes;
}

Note reread_note(std::string_view day) {
  return make(kReread, day, false);
}

Note restart_note(std::string_view day) {
  return make(kRestart, day, false);
}

std::vector<std::string> doubtful_days(std::span<const Note> notes,
                                       const std::optional<std::string>& checkpoint) {
  std::vector<Note> sorted = in_force(notes);
  std::sort(sorted.begin(), sorted.end());
  std::set<Note> days;
  for (auto at = sorted.begin(); at != sorted.end();) {
    const Note hash = hash_in(*at);
    const auto end =
        std::find_if(at, sorted.end(), [hash](Note note) { return hash_in(note) != hash; });
    for (const bool seen_again = end - at > 1; at != end; ++at) {
      if (seen_again && (*at & kAhead) != 0) days.insert(day_in(*at));
    }
  }
  std::vector<std::string> result;
  for (const Note day : days) {
    std::string text = day_text(day);
    if (text < checkpoint.value_or("")) result.push_back(std::move(text));
  }
  return result;
}

}  // namespace harvest

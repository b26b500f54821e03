#include "harvestd/check/full_text_pages.h"

#include <map>
#include <optional>

namespace mirror {
namespace {

// A page's number in papers_fts_data: the segment, whether it belongs to a list of pages rather
// than to the words, its height there, and its place.
constexpr int kSegmentShift = 37;
constexpr std::int64_t kListBit = std::int64_t{1} << 36;
constexpr std::int64_t kHeightBits = std::int64_t{31} << 31;
constexpr std::int64_t kPlaceBits = (std::int64_t{1} << 31) - 1;

/// Reads numbers one by one; nothing at the end of the record.
class NumberReader {
 public:
  explicit NumberReader(std::string_view record, std::size_t at = 0) : record_(record), at_(at) {}

  std::optional<std::uint64_t> next() {
    std::uint64_t value = 0;
    for (int byte = 1; at_ < record_.size(); ++byte) {
      const auto bits = static_cast<unsigned char>(record_[at_++]);
      if (byte == 9) return value << 8 | bits;
      value = value << 7 | (bits & 0x7FU);
      if (bits < 0x80U) return value;
    }
    return std::nullopt;
  }
  /// Passes over zero bytes and answers how many there were.
  std::uint64_t zeros() {
    const std::size_t begin = at_;
    while (at_ < record_.size() && record_[at_] == '\0')
      ++at_;
    return at_ - begin;
  }
  std::size_t at() const { return at_; }

 private:
  std::string_view record_;
  std::size_t at_;
};

std::size_t big_endian_16(std::string_view page, std::size_t at) {
  if (page.size() < at + 2) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(page[i]); };
  return std::size_t{byte(at)} * 256 + byte(at + 1);
}

/// The word a page begins with, in the index's own spelling; nothing where there is none.
std::optional<std::string_view> first_word(std::string_view page) {
  const std::size_t end = big_endian_16(page, 2);
  if (end == 0 || end > page.size()) return std::nullopt;
  const auto at = NumberReader(page, end).next();
  if (!at || *at >= end) return std::nullopt;
  NumberReader reader(page.substr(0, end), static_cast<std::size_t>(*at));
  const auto size = reader.next();
  if (!size || *size > end - reader.at()) return std::nullopt;
  return page.substr(reader.at(), static_cast<std::size_t>(*size));
}

std::optional<std::uint64_t> first_row(std::string_view page) {
  const std::size_t at = big_endian_16(page, 0);
  return at == 0 ? std::nullopt : NumberReader(page, at).next();
}

struct Segment {
  std::uint64_t first = 0;  ///< of its pages; what precedes it was merged into another segment
  std::uint64_t last = 0;
};

using Segments = std::map<std::int64_t, Segment>;

/// From the structure record: a cookie of four bytes, then levels of segments.
Segments read_segments(const Database& database) {
  Segments segments;
  const auto record = database.text("SELECT block FROM papers_fts_data WHERE id = 10");
  if (!record || record->size() < 4) return segments;
  NumberReader reader(*record, 4);
  const std::uint64_t levels = reader.next().value_or(0);
  reader.next();  // segments in all
  reader.next();  // writes so far
  for (std::uint64_t level = 0; level < levels; ++level) {
    reader.next();  // segments being merged
    const auto count = reader.next();
    for (std::uint64_t i = 0; count && i < *count; ++i) {
      const auto id = reader.next();
      const auto first = reader.next();
      const auto last = reader.next();
      if (!last) return segments;
      segments[static_cast<std::int64_t>(*id)] = {*first, *last};
    }
    if (!count) return segments;
  }
  return segments;
}

class Pages {
 public:
  explicit Pages(const Database& database)
      : page_(database, "SELECT block FROM papers_fts_data WHERE id = ?1") {}

  template <class Judge>
  bool agrees(std::int64_t id, const Judge& judge) {
    Rows rows = page_.query(id);
    return rows.next() && judge(rows.text(0));
  }

 private:
  Statement page_;
};

bool words_agree(const Database& database, const Segments& segments, Pages& pages) {
  Statement statement(database, "SELECT segid, term, pgno >> 1 FROM papers_fts_idx");
  for (Rows rows = statement.query(); rows.next();) {
    const auto segment = segments.find(rows.integer(0));
    const auto place = static_cast<std::uint64_t>(rows.integer(2));
    if (segment == segments.end() || place > segment->second.last) return false;
    if (place < segment->second.first) continue;
    const bool found = pages.agrees((segment->first << kSegmentShift) + rows.integer(2),
                                    [word = rows.text(1)](std::string_view page) {
                                      const auto first = first_word(page);
                                      return first && *first >= word;
                                    });
    if (!found) return false;
  }
  return true;
}

/// A list of pages names each page of one long list of papers and the first paper on it.
bool list_agrees(std::int64_t id, std::string_view list, Pages& pages) {
  NumberReader reader(list, 1);
  const auto begin = reader.next();
  auto row = reader.next();
  if (!begin || !row) return false;
  const std::int64_t segment = id >> kSegmentShift << kSegmentShift;
  for (std::uint64_t place = *begin;;) {
    const bool found =
        pages.agrees(segment + static_cast<std::int64_t>(place),
                     [row](std::string_view page) { return first_row(page) == row; });
    if (!found) return false;
    place += reader.zeros() + 1;
    const auto step = reader.next();
    if (!step) return true;
    row = *row + *step;
  }
}

/// A merge under way leaves lists behind whose pages are gone; no search comes to them.
bool is_in_use(std::int64_t list, const Segments& segments) {
  const auto segment = segments.find(list >> kSegmentShift);
  const auto begin = static_cast<std::uint64_t>(list & kPlaceBits);
  return segment != segments.end() && begin >= segment->second.first;
}

bool lists_agree(const Database& database, const Segments& segments, Pages& pages) {
  Statement statement(database,
                      "SELECT id, block FROM papers_fts_data WHERE id & ?1 = ?2 ORDER BY id");
  for (Rows rows = statement.query(kListBit | kHeightBits, kListBit); rows.next();) {
    const std::int64_t id = rows.integer(0);
    if (is_in_use(id, segments) && !list_agrees(id, rows.text(1), pages)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::uint64_t> full_text_numbers(std::string_view record) {
  std::vector<std::uint64_t> numbers;
  NumberReader reader(record);
  while (const auto number = reader.next())
    numbers.push_back(*number);
  return numbers;
}

bool full_text_pages_agree(const Database& database) {
  const Segments segments = read_segments(database);
  Pages pages(database);
  return words_agree(database, segments, pages) && lists_agree(database, segments, pages);
}

}  // namespace mirror

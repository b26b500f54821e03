#pragma once

/// The papers a stand-in serves, and the list arXiv makes of them.

#include <chrono>
#include <cstdint>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace standin {

/// A fixed set of arXivRaw records, numbered from 0. Immutable, so any thread may read it.
class Corpus {
 public:
  virtual ~Corpus() = default;
  virtual std::size_t size() const = 0;
  /// The paper's identifier, without version.
  virtual std::string id(std::size_t index) const = 0;
  virtual std::chrono::sys_seconds modified(std::size_t index) const = 0;
  /// The whole `record` element, its header holding `datestamp` (`YYYY-MM-DD`).
  virtual std::string record(std::size_t index, std::string_view datestamp) const = 0;
  virtual std::optional<std::size_t> find(std::string_view id) const = 0;
};

/// The order in which arXiv lists a corpus: by second of modification, then paper id. Records can
/// be modified; the list then is another one, as arXiv recomputes it for every request
/// (arxiv-facts 1.3). Any thread may call.
class Listing {
 public:
  struct Item {
    std::size_t index = 0;
    std::chrono::sys_seconds modified;
    std::chrono::sys_days day() const { return std::chrono::floor<std::chrono::days>(modified); }
  };
  using Day = std::optional<std::chrono::sys_days>;

  /// `corpus` has to outlive the listing and to hold under 2^32 records.
  explicit Listing(const Corpus& corpus);

  const Corpus& corpus() const { return corpus_; }
  /// Of the records modified from day `from` to the end of day `until` (open when empty), at most
  /// `count` behind the first `skip`.
  std::vector<Item> slice(Day from, Day until, std::size_t skip, std::size_t count) const;
  Item item(std::size_t index) const;
  /// Gives a record a new time of modification. Throws std::out_of_range for an unknown one.
  void modify(std::size_t index, std::chrono::sys_seconds when);

 private:
  struct Entry {
    std::uint32_t modified;  ///< seconds since 1970
    std::uint32_t index;
  };
  bool before(Entry a, Entry b) const;
  std::vector<Entry>::const_iterator first_from(std::chrono::sys_days day) const;

  const Corpus& corpus_;
  mutable std::shared_mutex mutex_;
  std::vector<Entry> order_;
  std::vector<std::uint32_t> modified_;
};

}  // namespace standin

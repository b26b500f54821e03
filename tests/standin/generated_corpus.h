#pragma once

/// A corpus computed from a seed. Each record is written when it is asked for; held are only its
/// identifier and time of modification, 16 bytes a record.

#include <cstdint>
#include <vector>

#include "tests/standin/corpus.h"

namespace standin {

struct Generation {
  std::size_t papers = 1000;
  std::size_t tombstones = 0;  ///< deleted records, spread evenly among the papers
  std::uint64_t seed = 1;
};

/// Identifiers of both styles from 1995 on; the first twentieth of the records carries arXiv's
/// earliest datestamp, the others come in busy days from then to the end of 2025.
class GeneratedCorpus : public Corpus {
 public:
  /// Throws std::length_error for more records than there are identifiers (about 3.5 million).
  explicit GeneratedCorpus(const Generation& generation);

  std::size_t size() const override { return slots_.size(); }
  std::string id(std::size_t index) const override;
  std::chrono::sys_seconds modified(std::size_t index) const override;
  std::string record(std::size_t index, std::string_view datestamp) const override;
  std::optional<std::size_t> find(std::string_view id) const override;

  bool is_deleted(std::size_t index) const;

 private:
  /// A month since 1995-01 and a serial number in it, in one sortable number.
  using Key = std::uint32_t;
  struct Slot {
    Key key;
    std::uint32_t modified;  ///< seconds since 1970
  };
  struct Located {
    Key key;
    std::uint32_t index;
  };

  Generation generation_;
  std::vector<Slot> slots_;
  std::vector<Located> by_key_;
};

}  // namespace standin

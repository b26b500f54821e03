#pragma once

/// A mirror file and the independent model of searching, asked the same; the file with its search
/// aids and without.

#include <memory>
#include <string>

#include "tests/common/mirror/random_queries.h"

namespace testing {

class SearchCheck {
 public:
  /// Makes a mirror of `papers` random papers in a folder of its own.
  explicit SearchCheck(unsigned seed, int papers);
  ~SearchCheck();
  SearchCheck(const SearchCheck&) = delete;
  SearchCheck& operator=(const SearchCheck&) = delete;

  struct Outcome {
    bool live = false;  ///< only arXiv answers it
    bool found_any = false;
    std::string difference;  ///< empty when mirror and model agree
  };
  /// Looks at route, total, identifiers and order, and at the effective query replayed.
  Outcome compare(const RandomSearch& search);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace testing

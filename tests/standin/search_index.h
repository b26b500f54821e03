#pragma once

/// Searching a corpus as arXiv does, with the words of the mirror's index.

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/query_model/query.h"
#include "tests/standin/corpus.h"
#include "tests/standin/raw_record.h"

namespace standin {

/// Reads the whole corpus at the first search and keeps it. Any thread may call.
class SearchIndex {
 public:
  /// `corpus` has to outlive the index.
  explicit SearchIndex(const Corpus& corpus) : corpus_(corpus) {}

  enum class Sort { kRelevance, kSubmitted, kUpdated };
  struct Page {
    std::vector<RawRecord> records;
    std::size_t total = 0;
  };
  /// Nothing for a text that is no query. Relevance is the latest update first.
  std::optional<Page> find(std::string_view query, Sort sort, bool ascending, std::size_t start,
                           std::size_t limit);

 private:
  void read_corpus();

  const Corpus& corpus_;
  std::once_flag once_;
  std::vector<query_model::Document> documents_;
};

}  // namespace standin

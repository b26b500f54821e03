#pragma once

/// Papers found but not yet read, and their order (decision 22).

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mirror {

/// What an index says of a matching paper. A search of the category junction knows papers by
/// identifier, every other one by row number; the other member stays at its default.
struct Hit {
  double score = 0;  ///< BM25: the smaller the better
  std::string published;
  std::string updated;
  std::int64_t rowid = 0;
  std::string paper_id;
};

/// Best score first when `date` is null, else by that date; ties always ascend.
struct Order {
  std::string Hit::*date = nullptr;
  bool ascending = false;

  bool operator==(const Order&) const = default;
};

/// True when `a` comes before `b`.
bool precedes(const Hit& a, const Hit& b, const Order& order);

/// The page asked for; what lies behind its end is only counted.
struct PageBounds {
  std::size_t start = 0;
  std::size_t limit = 0;
  std::size_t end() const { return start + limit; }
};

/// The hits of one page and how many there are in all.
struct Found {
  std::vector<Hit> hits;
  std::int64_t total = 0;
  bool is_lower_bound = false;
  bool match_reaches_cap = false;  ///< as in SearchPage
};

/// Keeps the first `keep` of any number of hits, in memory for twice as many.
class FirstHits {
 public:
  FirstHits(Order order, std::size_t keep) : order_(order), keep_(keep) {}
  void add(Hit hit);
  /// Those from `start` on, in order.
  std::vector<Hit> take_from(std::size_t start) &&;

 private:
  void drop_surplus();

  Order order_;
  std::size_t keep_;
  std::vector<Hit> hits_;
};

}  // namespace mirror

#pragma once

/// The Atom feeds of arXiv's API in the form of 2026 (arxiv-facts 3.6, 3.7). Pure.

#include <string>
#include <string_view>
#include <vector>

#include "common/base/clock.h"
#include "tests/standin/raw_record.h"

namespace standin {

inline constexpr std::string_view kAtomType = "application/atom+xml; charset=utf-8";

/// A paper at one of its versions, counted from 1.
struct Entry {
  RawRecord record;
  std::size_t version = 0;
};

/// What a feed says it answers.
struct FeedHead {
  std::string search_query;
  std::string id_list;
  std::size_t start = 0;
  std::size_t limit = 0;  ///< the size asked for
  std::size_t total = 0;
  base::WallTime now;
};

std::string results_feed(const FeedHead& head, const std::vector<Entry>& entries);

/// `anchor` names the error on arXiv's page of them; empty for one without an anchor.
std::string error_feed(std::string_view anchor, std::string_view summary, base::WallTime now);

}  // namespace standin

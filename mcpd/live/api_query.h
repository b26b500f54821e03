#pragma once

/// What is asked of arXiv's API and how its answer is matched to the question (contract 4.1, 4.6,
/// 4.7). Pure.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/arxiv/paper.h"
#include "common/arxiv/paper_id.h"

namespace live {

/// Results that arXiv shows of one search; beyond it answers 500.
inline constexpr std::int64_t kReachableResults = 10'000;
/// The largest page that is asked for.
inline constexpr std::int64_t kLargestPage = 50;

/// A page of a search.
struct SearchQuestion {
  enum class Sort { kRelevance, kSubmitted, kUpdated };
  std::string query;  ///< with every filter folded in
  Sort sort = Sort::kRelevance;
  bool ascending = false;
  std::int64_t start = 0;
  std::int64_t limit = 10;  ///< at least 1
};

/// The size of the page that is asked for: it ends with the last result that arXiv shows. 0 when
/// `start` lies behind that.
std::int64_t page_size(const SearchQuestion& question);

/// What became of one identifier.
struct Found {
  std::optional<arxiv::Paper> paper;
  /// Set where arXiv does not serve the pinned version, which a later one has replaced: the latest
  /// version.
  std::optional<int> latest_version = {};
};

/// The papers that answer `ids`, one slot each, in their order: a pinned identifier takes exactly
/// that version, another the highest one offered.
std::vector<Found> match_papers(std::span<const arxiv::PaperId> ids,
                                const std::vector<arxiv::Paper>& papers);

/// The same for an answer to a list whose pinned identifiers of the old style were asked for
/// without version: one that is not the latest version is not served.
std::vector<Found> match_latest(std::span<const arxiv::PaperId> ids,
                                const std::vector<arxiv::Paper>& papers);

/// `ids` in that form, each once.
std::vector<arxiv::PaperId> without_old_style_pins(std::span<const arxiv::PaperId> ids);

/// True when `ids` holds a pinned identifier of the old style.
bool has_old_style_pin(std::span<const arxiv::PaperId> ids);

std::string search_url(std::string_view base_url, const SearchQuestion& question);
std::string lookup_url(std::string_view base_url, std::span<const arxiv::PaperId> ids);

/// `<base>/query?` with the parameters in order, encoded as arXiv reads them fastest: `:` and `,`
/// as they are, a blank as %20.
std::string query_url(std::string_view base_url,
                      const std::vector<std::pair<std::string_view, std::string>>& parameters);

}  // namespace live

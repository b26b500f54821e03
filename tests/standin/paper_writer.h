#pragma once

/// Invented papers in arXivRaw form, with what makes real records hard to read: TeX accents, names
/// in every shape, broken lines, missing fields, the slips of arXiv's own template.

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/standin/random.h"
#include "tests/standin/vocabulary.h"

namespace standin {

/// What is decided before a paper's text is written.
struct PaperPlan {
  std::string id;
  std::span<const std::string_view> codes;  ///< stored categories, the primary first
  const Field* field = nullptr;
  bool is_old = false;                             ///< from the years of archive/YYMMNNN
  std::vector<std::chrono::sys_seconds> versions;  ///< submission times, ascending, at least one
};

/// The `arXivRaw` element of the planned paper; the same for equal plans and generators.
std::string write_arxiv_raw(const PaperPlan& plan, Random random);

/// The OAI set of a stored code: `math:math:NA`, `physics:hep-th`. Closed archives are listed under
/// their successors (arxiv-facts 1.5).
std::string set_of_category(std::string_view code);

}  // namespace standin

#include <algorithm>

#include "common/arxiv/taxonomy.h"
#include "common/base/fault.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

namespace arxiv {
namespace {

constexpr std::size_t kMaximumSuggestions = 5;
constexpr std::size_t kMaximumCompared =
    64;  ///< bytes of a mistyped code; no code has more than 18

constexpr std::size_t kShown = 60;  ///< code points of a mistyped code in a message

/// What stands before the first point.
std::string_view archive_part(std::string_view code) {
  return code.substr(0, code.find('.'));
}

struct Candidate {
  std::string_view code;
  std::size_t distance;
};

/// Every searchable code that `is_wanted`, in taxonomy order, with its distance from `typed`.
template <typename Predicate>
std::vector<Candidate> candidates(std::string_view typed, Predicate is_wanted) {
  std::vector<Candidate> found;
  const auto consider = [&](std::string_view code) {
    if (is_wanted(code)) found.push_back({code, base::edit_distance(base::lower(code), typed)});
  };
  for (const Category& category : categories())
    consider(category.code);
  for (const std::string_view archive : bare_archives())
    consider(archive);
  return found;
}

}  // namespace

std::vector<std::string> suggest_categories(std::string_view code) {
  if (base::trim(code).empty()) return {};
  const std::string typed = base::lower(code.substr(0, kMaximumCompared));
  auto found = candidates(typed, [&](std::string_view known) {
    return base::equal_ignoring_case(archive_part(known), archive_part(typed));
  });
  if (found.empty()) found = candidates(typed, [](std::string_view) { return true; });
  std::stable_sort(found.begin(), found.end(),
                   [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
  found.resize(std::min(found.size(), kMaximumSuggestions));
  std::vector<std::string> codes(found.size());
  std::transform(found.begin(), found.end(), codes.begin(),
                 [](const Candidate& candidate) { return std::string(candidate.code); });
  return codes;
}

void require_searchable_category(std::string_view code) {
  if (is_searchable_category(code)) return;
  const std::string shown = base::one_line(code, kShown);
  const std::vector<std::string> suggestions = suggest_categories(shown);
  std::string message = "Unknown category '" + shown + "'.";
  if (!suggestions.empty()) message += " Did you mean: " + base::join(suggestions, ", ") + "?";
  throw base::Fault(base::Code::kValidation, "unknown_category", std::move(message))
      .with("category", shown)
      .with("suggestions", suggestions);
}

}  // namespace arxiv

#include "mcpd/tools/lookup_plan.h"

#include <set>

#include "common/arxiv/white_space.h"
#include "common/base/fault.h"
#include "common/base/utf8.h"

namespace tools {
namespace {

constexpr std::size_t kShownText = 100;

/// A malformed identifier as answers repeat it.
std::string shown(std::string_view text) {
  return base::one_line(arxiv::trim_white_space(text), kShownText);
}

}  // namespace

arxiv::PaperId require_paper_id(std::string_view text) {
  if (auto id = arxiv::parse_paper_id(text)) return *id;
  const std::string given = shown(text);
  throw base::Fault(base::Code::kValidation, "invalid_id",
                    "'" + given + "' is not a well-formed arXiv id.")
      .with("paperId", given);
}

LookupPlan plan_lookups(const std::vector<std::string>& texts) {
  LookupPlan plan;
  std::set<std::string> seen;
  for (const std::string& text : texts) {
    const auto id = arxiv::parse_paper_id(text);
    const std::string name = id ? id->canonical() : shown(text);
    if (!seen.insert(name).second) continue;
    if (!id) {
      plan.items.push_back({std::nullopt, name});
    } else if (plan.ids.size() < kMaximumLookups) {
      plan.items.push_back({plan.ids.size(), ""});
      plan.ids.push_back(*id);
    } else {
      plan.remaining.push_back(name);
    }
  }
  return plan;
}

}  // namespace tools

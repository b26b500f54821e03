#include "harvestd/run/free_space.h"

#include <algorithm>
#include <string>

#include "common/base/fault.h"
#include "common/base/human.h"
#include "common/base/number.h"
#include "common/mirror/estimate.h"

namespace harvest {
namespace {

constexpr std::int64_t kMostPapers = 1'000'000'000'000;

std::int64_t listed_by(std::string_view host) {
  const bool is_arxiv = host == "arxiv.org" || host.ends_with(".arxiv.org");
  return is_arxiv ? mirror::kArxivPapers : 0;
}

std::int64_t number(std::string_view text) {
  const auto value = base::parse_number<std::int64_t>(text);
  if (value && *value <= kMostPapers) return *value;
  throw base::Fault(base::Code::kInvalidParams, "", "--expect-papers takes a whole number.");
}

}  // namespace

std::int64_t papers_to_come(std::string_view expected, std::string_view host, std::int64_t there) {
  const std::int64_t all = expected.empty() ? listed_by(host) : number(expected);
  return std::max(all - there, std::int64_t{0});
}

void require_free_space(const std::filesystem::path& folder, std::optional<std::int64_t> free,
                        std::int64_t papers) {
  const std::int64_t needed = papers * mirror::kBytesPerPaper;
  if (!free || *free >= needed) return;
  throw base::Fault(base::Code::kDatabase, "disk_too_small",
                    folder.string() + " has " + base::human_size(*free) + " free, and " +
                        base::with_separators(papers) + " more papers take about " +
                        base::human_size(needed) +
                        ". Make room, or choose another disk with --mirror; --expect-papers 0 "
                        "starts all the same.");
}

}  // namespace harvest

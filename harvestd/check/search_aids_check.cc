#include "harvestd/check/search_aids_check.h"

#include <algorithm>
#include <string>

#include "common/mirror/schema_check.h"
#include "common/mirror/search_aids.h"

namespace mirror {
namespace {

constexpr std::string_view kOtherFilters =
    "SELECT (SELECT count(*) FROM paper_filters) IS NOT (SELECT count(*) FROM papers) OR EXISTS ("
    "SELECT 1 FROM paper_filters_source AS s LEFT JOIN paper_filters AS f ON f.paper = s.paper"
    " WHERE (s.published, s.updated, s.categories) IS NOT (f.published, f.updated, f.categories))";

constexpr std::string_view kOtherCounts =
    "SELECT EXISTS (SELECT * FROM category_counts_source EXCEPT SELECT * FROM category_counts)"
    " OR EXISTS (SELECT * FROM category_counts WHERE (papers, primaries) <> (0, 0)"
    " EXCEPT SELECT * FROM category_counts_source)";

Defect defect(std::string_view object, std::string problem) {
  return {std::string(object),
          std::move(problem),
          Remedy::kStatements,
          {std::string(kRemakeSearchAids)}};
}

}  // namespace

std::vector<Defect> search_aid_defects(const Database& database, bool quick) {
  const auto aids = read_search_aids(database);
  if (!aids || !aids->are_current()) return {};
  std::vector<Defect> defects;
  for (const auto& [object, difference] : compare_schema(database, search_aid_objects())) {
    defects.push_back(defect(object->name, difference == Difference::kMissing
                                               ? "is missing"
                                               : "is not as this version makes it"));
  }
  if (quick || !defects.empty()) return defects;
  if (database.integer(kOtherFilters) != 0)
    defects.push_back(defect("paper_filters", "is not what the papers ask for"));
  if (database.integer(kOtherCounts) != 0)
    defects.push_back(defect("category_counts", "is not what paper_categories and papers ask for"));
  return defects;
}

bool is_search_aid(std::string_view object) {
  const auto objects = search_aid_objects();
  return std::any_of(objects.begin(), objects.end(),
                     [&](const SchemaObject& each) { return each.name == object; });
}

}  // namespace mirror

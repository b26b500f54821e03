#pragma once

/// From differences of the schema to defects and the statements that restore each object (contract
/// 9.7). Pure.

#include <string>
#include <string_view>
#include <vector>

#include "common/mirror/schema_check.h"
#include "harvestd/check/report.h"

namespace mirror {

/// Lets the next writer that opens the file make the whole full-text index anew.
inline constexpr std::string_view kRebuildFullText = "UPDATE schema_version SET version = 6";

/// One defect for each difference. While the first fill is unfinished the triggers of the full-text
/// index are left out of it: a fill does without them (decision 31).
std::vector<Defect> schema_defects(const std::vector<SchemaDifference>& differences,
                                   bool first_fill);

/// What makes `object` as a new file has it, whatever stands in its place; with a table go its
/// rows.
std::vector<std::string> recreating_statements(const SchemaObject& object);

/// The schema's objects that are dropped with the table `name`: its indexes and triggers.
std::vector<const SchemaObject*> objects_on(std::string_view table);

}  // namespace mirror

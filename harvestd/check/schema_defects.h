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

/// Takes an object of another program's out of the file, whatever it is called.
std::string drop_statement(const ForeignObject& object);

/// Of an object that interferes. Its statement is left to repair where the name is not fit to be
/// printed and read as it is.
Defect foreign_defect(const ForeignObject& object);

/// A name that another program gave, cut and in one line.
std::string shown_name(std::string_view name);

}  // namespace mirror

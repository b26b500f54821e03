#include "harvestd/check/schema_defects.h"

#include <algorithm>

#include "common/base/utf8.h"
#include "harvestd/writer/first_fill.h"

namespace mirror {
namespace {

/// What becomes of a file whose table is missing or otherwise than it should be.
struct TableRemedy {
  std::string_view table;
  Remedy remedy;
};

// The rows of paper_categories follow from the papers; a state lost is a harvest begun again.
constexpr TableRemedy kTables[] = {
    {"migration_lease", Remedy::kStatements}, {"harvest_state", Remedy::kStatements},
    {"paper_categories", Remedy::kRepair},    {"papers", Remedy::kNewFile},
    {"schema_version", Remedy::kNewFile},
};

Remedy remedy_of(const SchemaObject& object) {
  const auto* found = std::find_if(std::begin(kTables), std::end(kTables),
                                   [&](const auto& each) { return each.table == object.name; });
  return found == std::end(kTables) ? Remedy::kStatements : found->remedy;
}

std::vector<std::string> statements_for(const SchemaObject& object) {
  if (object.full_text) return {std::string(kRebuildFullText)};
  if (remedy_of(object) != Remedy::kStatements) return {};
  return recreating_statements(object);
}

}  // namespace

std::vector<std::string> recreating_statements(const SchemaObject& object) {
  std::vector<std::string> statements = {
      "DROP " + std::string(kind_name(object.kind)) + " IF EXISTS " + std::string(object.name),
      std::string(object.create)};
  if (object.name == "harvest_state")
    statements.emplace_back("INSERT INTO harvest_state (id, status) VALUES (1, 'pending')");
  return statements;
}

std::vector<const SchemaObject*> objects_on(std::string_view table) {
  const std::string place = " ON " + std::string(table);
  std::vector<const SchemaObject*> found;
  for (const SchemaObject& object : schema_objects()) {
    const std::size_t at = object.create.find(place);
    const bool belongs = object.kind == ObjectKind::kIndex || object.kind == ObjectKind::kTrigger;
    if (!belongs || at == std::string_view::npos) continue;
    const std::string_view rest = object.create.substr(at + place.size());
    if (rest.starts_with('(') || rest.starts_with('\n') || rest.starts_with(' '))
      found.push_back(&object);
  }
  return found;
}

std::vector<Defect> schema_defects(const std::vector<SchemaDifference>& differences,
                                   bool first_fill) {
  std::vector<Defect> defects;
  for (const auto& [object, difference] : differences) {
    const bool missing = difference == Difference::kMissing;
    if (first_fill && missing && comes_late(*object)) continue;
    defects.push_back({std::string(object->name),
                       missing ? "is missing" : "is not as this version makes it",
                       remedy_of(*object), statements_for(*object)});
  }
  return defects;
}

std::string drop_statement(const ForeignObject& object) {
  std::string statement = "DROP " + std::string(kind_name(object.kind)) + " IF EXISTS \"";
  for (const char c : object.name)
    statement += c == '"' ? std::string("\"\"") : std::string(1, c);
  return statement + "\"";
}

Defect foreign_defect(const ForeignObject& object) {
  const std::string name = shown_name(object.name);
  Defect defect{name, "is not part of the format and changes what is stored", Remedy::kRepair, {}};
  if (name != object.name) return defect;
  defect.remedy = Remedy::kStatements;
  defect.statements = {drop_statement(object)};
  return defect;
}

std::string shown_name(std::string_view name) {
  constexpr std::size_t kLimit = 80;
  return base::one_line(name, kLimit);
}

}  // namespace mirror

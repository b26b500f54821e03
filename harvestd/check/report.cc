#include "harvestd/check/report.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "common/base/json.h"
#include "common/base/number.h"
#include "common/mirror/schema.h"

namespace mirror {
namespace {

struct RemedyText {
  std::string_view word;  ///< in JSON
  std::string_view advice;
};

constexpr std::array<RemedyText, 6> kRemedies = {{
    {"statements", "`harvestd repair` does it, and so do these statements:"},
    {"repair", "`harvestd repair` mends it."},
    {"migrate", "`harvestd migrate` brings it up to date."},
    {"harvest", "`harvestd init --from-scratch` reads the papers again."},
    {"new_file",
     "It cannot be mended. Move it away; `harvestd init`, or `harvestd import` of an earlier "
     "export "
     "and then `harvestd refresh`, make a new one."},
    {"fill", "`harvestd init` fills it."},
}};

const RemedyText& text_of(Remedy remedy) {
  return kRemedies[static_cast<std::size_t>(remedy)];
}

std::string harvest_line(const VerifyReport& report) {
  if (!report.state) return "Harvest: unknown\n";
  std::string line = "Harvest: " + std::string(harvest_status_name(report.state->status));
  if (report.papers) line += ", " + base::with_separators(*report.papers) + " records";
  if (report.state->last_datestamp) line += ", up to " + *report.state->last_datestamp;
  return line + "\n";
}

std::string version_line(const VerifyReport& report) {
  return "Schema version: " + (report.version ? std::to_string(*report.version) : "none") +
         ", expected " + std::to_string(kSchemaVersion) + "\n";
}

/// The remedies asked for, each once, the statements last.
std::string advice(const VerifyReport& report) {
  std::string text;
  for (const Remedy remedy : {Remedy::kFill, Remedy::kMigrate, Remedy::kRepair, Remedy::kHarvest,
                              Remedy::kNewFile, Remedy::kStatements}) {
    const auto asks = [remedy](const Defect& defect) { return defect.remedy == remedy; };
    if (std::any_of(report.defects.begin(), report.defects.end(), asks))
      text += std::string(text_of(remedy).advice) + "\n";
  }
  for (const std::string& statement : restoring_statements(report))
    text += statement + ";\n";
  return text;
}

void add_defects(json::Writer& out, const VerifyReport& report) {
  out.key("defects").begin_array();
  for (const Defect& defect : report.defects) {
    json::member(out.begin_object(), "object", defect.object);
    json::member(out, "problem", defect.problem);
    json::member(out, "remedy", text_of(defect.remedy).word);
    out.end_object();
  }
  out.end_array();
}

}  // namespace

void give_up(VerifyReport& report) {
  for (Defect& defect : report.defects) {
    if (defect.remedy != Remedy::kStatements && defect.remedy != Remedy::kRepair) continue;
    defect.remedy = Remedy::kNewFile;
    defect.statements.clear();
  }
}

std::vector<std::string> restoring_statements(const VerifyReport& report) {
  std::vector<std::string> statements;
  for (const Defect& defect : report.defects) {
    for (const std::string& statement : defect.statements) {
      if (std::find(statements.begin(), statements.end(), statement) == statements.end())
        statements.push_back(statement);
    }
  }
  return statements;
}

std::string report_text(const VerifyReport& report) {
  std::string text = "Mirror: " + report.path + "\n" + harvest_line(report) + version_line(report);
  for (const std::string& check : report.checks)
    text += check + "\n";
  for (const std::string& notice : report.notices)
    text += "Notice: " + notice + "\n";
  for (const Defect& defect : report.defects)
    text += "Fault: " + defect.object + " " + defect.problem + "\n";
  if (report.ok()) return text + "Mirror OK\n";
  return text + "Mirror FAULTY\n" + advice(report);
}

std::string report_json(const VerifyReport& report) {
  json::Writer out;
  json::member(out.begin_object(), "event", "end");
  json::member(out, "outcome", report.ok() ? "ok" : "fault");
  json::member(out, "path", report.path);
  json::member(out, "quick", report.quick);
  const auto& state = report.state;
  const auto status = state ? std::optional(harvest_status_name(state->status)) : std::nullopt;
  json::member(out, "status", status);
  json::member(out, "records", report.papers);
  json::member(out, "last_datestamp", state ? state->last_datestamp : std::nullopt);
  json::member(out, "version", report.version);
  json::member(out, "expected_version", std::int64_t{kSchemaVersion});
  json::member(out, "checks", report.checks);
  json::member(out, "notices", report.notices);
  add_defects(out, report);
  json::member(out, "statements", restoring_statements(report));
  out.end_object();
  return out.take() + "\n";
}

}  // namespace mirror

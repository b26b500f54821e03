#pragma once

/// What verify found out about a mirror file, as a value and as text for people and programs.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/mirror/harvest_state.h"

namespace mirror {

/// What mends a defect.
enum class Remedy {
  kStatements,  ///< Defect::statements, by hand or by repair
  kRepair,      ///< repair alone
  kMigrate,     ///< `harvestd migrate`
  kHarvest,     ///< `harvestd init --from-scratch` reads the papers again
  kNewFile,     ///< nothing in this file
  kFill,        ///< `harvestd init`: there is nothing in it to lose
};

struct Defect {
  std::string object;   ///< the schema's name for it, or `file`
  std::string problem;  ///< goes on after the name: "is missing"
  Remedy remedy = Remedy::kNewFile;
  std::vector<std::string> statements = {};  ///< whole ones, without semicolons

  bool operator==(const Defect&) const = default;
};

struct VerifyReport {
  std::string path;
  bool quick = false;
  std::optional<std::int64_t> version;
  std::optional<HarvestState> state;
  std::optional<std::int64_t>
      papers;                        ///< counted by a full check, else as of the last complete run
  std::vector<std::string> checks;   ///< one line for each check that ran
  std::vector<std::string> notices;  ///< what is no fault and yet worth knowing
  std::vector<Defect> defects;

  bool ok() const { return defects.empty(); }
};

/// Leaves a new file as the one remedy, for a file that nothing else helps.
void give_up(VerifyReport& report);

/// Each statement that restores something, once, in an order in which they can run.
std::vector<std::string> restoring_statements(const VerifyReport& report);

/// Lines in the order of contract 9.7; the last one is `Mirror OK` when it is.
std::string report_text(const VerifyReport& report);

/// One JSON object: `event` end, `outcome` ok or fault.
std::string report_json(const VerifyReport& report);

}  // namespace mirror

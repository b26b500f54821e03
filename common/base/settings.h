#pragma once

/// Every setting of the three programs in one table (contract 12, decisions 40 to 46). Each has an
/// environment variable and a command-line option; the option wins. main fills one Settings,
/// validated, and passes it down by const reference; nothing else reads the environment.

#include <algorithm>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/help.h"
#include "common/base/log.h"

namespace base {

struct Settings {
  using milliseconds = std::chrono::milliseconds;

  // The mirror file.
  std::string mirror_path;  ///< where it is, or where it would be created (decision 40)
  bool mirror_enabled = true;
  bool mirror_fallback_live = true;
  int mirror_recent_days_live = 2;

  // The harvest.
  std::string oai_base_url;
  milliseconds oai_request_delay{};
  milliseconds oai_timeout{};
  milliseconds oai_retry_delay{};
  milliseconds outage_wait{};
  milliseconds outage_wait_max{};
  milliseconds refresh_budget{};
  milliseconds lease{};
  milliseconds refresh_every{};  ///< mcpd runs a refresh when the last one is older; 0: never

  // arXiv's API and full text.
  std::string api_base_url;
  milliseconds request_delay{};
  milliseconds api_timeout{};
  milliseconds api_retry_delay{};
  std::string html_base_url;
  std::string ar5iv_base_url;
  std::string pdf_base_url;
  milliseconds content_timeout{};
  milliseconds content_retry_delay{};
  milliseconds read_timeout{};

  // How requests are made.
  std::string contact;  ///< goes into the User-Agent
  std::string proxy;    ///< empty: as libcurl reads the environment
  std::string ca_file;  ///< empty: the system's certificates
  /// Where processes of this user may agree on turns at arXiv's hosts, best first (decision 42).
  std::vector<std::string> slot_folders;

  // The process.
  Level log_level = Level::kInfo;
  std::string transport;
  std::string auth_mode;
};

enum Program : unsigned { kHarvestd = 1U, kMcpd = 2U, kMirrorctl = 4U };

/// One row of the settings table.
struct SettingRow {
  using Member = std::variant<std::string Settings::*, bool Settings::*, int Settings::*,
                              std::chrono::milliseconds Settings::*, Level Settings::*>;
  std::string_view group;          ///< heading it stands under in --help
  std::string_view variable;       ///< environment variable
  std::string_view option;         ///< "--mirror"
  std::string_view form;           ///< what a value looks like, for --help: "PATH", "MS"
  std::string_view default_value;  ///< in the same form as given by a user
  std::string_view help;
  unsigned programs;  ///< set of Program
  Member member;
  std::string_view also_variable = "";  ///< read when `variable` is unset
  std::string_view choices = "";        ///< words allowed, separated by blanks; empty: any
  long minimum = 0;                     ///< for numbers
};

std::span<const SettingRow> setting_rows();

/// Looks a variable up; returns nullptr when it is not set. std::getenv in the programs.
using Environment = std::function<const char*(const char*)>;

/// A setting's value and where it came from, for `mirrorctl config`.
struct SettingOrigin {
  const SettingRow* row;
  std::string value;
  std::string origin;  ///< "default", an option's or a variable's name
};

struct ResolvedSettings {
  Settings settings;
  std::vector<SettingOrigin> origins;
};

/// Merges options (by SettingRow::option) over the environment over the defaults. On either, an
/// empty value and an unsubstituted `${NAME}` count as unset. Throws Fault kConfiguration, whose
/// one-line message names the variable or option and what would be right.
ResolvedSettings resolve_settings(Program program,
                                  const std::map<std::string, std::string>& options,
                                  const Environment& environment);

/// The system's mirror file, which a program that only reads uses when no path was chosen and
/// none is at the user's own place (decision 40).
inline constexpr std::string_view kSystemMirrorPath = "/var/lib/arxiv-mirror/mirror.db";

/// Registers each setting of `program`, or just those whose variable is in `only`, as an option of
/// a CLI11 `app`; values land in `given`, keyed by option name. Help gets readable too. A template
/// so that CLI11 is included by main files alone.
template <class App>
void add_setting_options(App& app, Program program, std::map<std::string, std::string>& given,
                         std::initializer_list<std::string_view> only = {}) {
  use_readable_help(app);
  for (const SettingRow& row : setting_rows()) {
    const bool wanted =
        only.size() == 0 || std::find(only.begin(), only.end(), row.variable) != only.end();
    if ((row.programs & program) == 0 || !wanted) continue;
    std::string help(row.help);
    help += " [" + std::string(row.variable);
    if (!row.default_value.empty()) help += ", default " + std::string(row.default_value);
    help += "]";
    app.add_option_function(std::string(row.option),
                            std::function<void(const std::string&)>(
                                [&given, option = std::string(row.option)](
                                    const std::string& value) { given[option] = value; }),
                            help)
        ->type_name(std::string(row.form))
        ->group(std::string(row.group));
  }
}

}  // namespace base

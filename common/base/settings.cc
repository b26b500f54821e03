#include "common/base/settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>

#include "common/base/fault.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

namespace base {
namespace {

constexpr unsigned kAll = kHarvestd | kMcpd | kMirrorctl;
constexpr unsigned kReaders = kMcpd | kMirrorctl;
constexpr unsigned kHarvest = kHarvestd | kMirrorctl;
constexpr std::string_view kLevelNames = "debug info notice warning error critical alert emergency";

constexpr auto kRows = std::to_array<SettingRow>({
    {"ARXIV_MIRROR_PATH", "--mirror", "PATH", "", "The mirror file", kAll, &Settings::mirror_path},
    {"ARXIV_MIRROR_ENABLED", "--mirror-enabled", "BOOL", "true",
     "Answer from the mirror file where it can", kReaders, &Settings::mirror_enabled},
    {"ARXIV_MIRROR_FALLBACK_LIVE", "--mirror-fallback-live", "BOOL", "true",
     "Ask arXiv for papers the mirror lacks", kReaders, &Settings::mirror_fallback_live},
    {"ARXIV_MIRROR_RECENT_DAYS_LIVE", "--mirror-recent-days-live", "DAYS", "2",
     "Newest-first searches ask arXiv first while this is above 0", kReaders,
     &Settings::mirror_recent_days_live},
    {"ARXIV_MIRROR_OAI_BASE_URL", "--oai-base-url", "URL", "https://oaipmh.arxiv.org/oai",
     "arXiv's OAI-PMH service", kHarvest, &Settings::oai_base_url},
    {"ARXIV_MIRROR_OAI_REQUEST_DELAY_MS", "--oai-request-delay-ms", "MS", "3000",
     "Pause between OAI-PMH pages", kHarvest, &Settings::oai_request_delay},
    {"ARXIV_MIRROR_OAI_TIMEOUT_MS", "--oai-timeout-ms", "MS", "180000",
     "Longest wait for one OAI-PMH page, its body included", kHarvest, &Settings::oai_timeout, "",
     "", 1},
    {"ARXIV_MIRROR_OAI_RETRY_DELAY_MS", "--oai-retry-delay-ms", "MS", "5000",
     "First pause before a failed page is asked for again", kHarvest, &Settings::oai_retry_delay},
    {"ARXIV_MIRROR_OUTAGE_WAIT_MS", "--outage-wait-ms", "MS", "60000",
     "First wait of init during an outage", kHarvest, &Settings::outage_wait},
    {"ARXIV_MIRROR_OUTAGE_WAIT_MAX_MS", "--outage-wait-max-ms", "MS", "900000",
     "Longest wait of init during an outage", kHarvest, &Settings::outage_wait_max},
    {"ARXIV_MIRROR_REFRESH_TIMEOUT_MS", "--budget", "MS", "7200000",
     "Time a refresh may take; it stops early and checkpoints", kHarvest, &Settings::refresh_budget,
     "", "", 1},
    {"ARXIV_MIRROR_LEASE_MS", "--lease-ms", "MS", "300000",
     "A migration not heard of for this long has lapsed", kAll, &Settings::lease, "", "", 1},
    {"ARXIV_API_BASE_URL", "--api-base-url", "URL", "https://export.arxiv.org/api",
     "arXiv's search API", kReaders, &Settings::api_base_url},
    {"ARXIV_REQUEST_DELAY_MS", "--request-delay-ms", "MS", "3000", "Pause between API requests",
     kReaders, &Settings::request_delay},
    {"ARXIV_API_TIMEOUT_MS", "--api-timeout-ms", "MS", "15000",
     "Longest wait for one API answer, its body included", kReaders, &Settings::api_timeout, "", "",
     1},
    {"ARXIV_API_RETRY_DELAY_MS", "--api-retry-delay-ms", "MS", "1000",
     "Pause before a failed API request is sent again", kReaders, &Settings::api_retry_delay},
    {"ARXIV_HTML_BASE_URL", "--html-base-url", "URL", "https://arxiv.org/html",
     "arXiv's HTML papers", kReaders, &Settings::html_base_url},
    {"ARXIV_AR5IV_BASE_URL", "--ar5iv-base-url", "URL", "https://ar5iv.labs.arxiv.org/html",
     "ar5iv's HTML papers", kReaders, &Settings::ar5iv_base_url},
    {"ARXIV_PDF_BASE_URL", "--pdf-base-url", "URL", "https://arxiv.org/pdf", "arXiv's PDFs",
     kReaders, &Settings::pdf_base_url},
    {"ARXIV_CONTENT_TIMEOUT_MS", "--content-timeout-ms", "MS", "30000",
     "Longest wait for one page or PDF, its body included", kReaders, &Settings::content_timeout,
     "", "", 1},
    {"ARXIV_CONTENT_RETRY_DELAY_MS", "--content-retry-delay-ms", "MS", "2000",
     "Pause before a failed read is tried again", kReaders, &Settings::content_retry_delay},
    {"ARXIV_READ_TIMEOUT_MS", "--read-timeout-ms", "MS", "50000",
     "Longest time one paper may take to read", kReaders, &Settings::read_timeout, "", "", 1},
    {"ARXIV_CONTACT", "--contact", "TEXT", "",
     "An e-mail or web address that names you to arXiv in the User-Agent", kAll,
     &Settings::contact},
    {"ARXIV_PROXY", "--proxy", "URL", "",
     "Proxy for all requests; by default libcurl's own variables apply", kAll, &Settings::proxy},
    {"ARXIV_CA_FILE", "--ca-file", "PATH", "", "Certificate authorities to trust, in PEM", kAll,
     &Settings::ca_file, "CURL_CA_BUNDLE"},
    {"MCP_LOG_LEVEL", "--log-level", "LEVEL", "info", "Least severe level that is logged", kAll,
     &Settings::log_level, "", kLevelNames},
    {"MCP_TRANSPORT_TYPE", "--transport", "NAME", "stdio", "How MCP clients connect", kMcpd,
     &Settings::transport, "", "stdio"},
    {"MCP_AUTH_MODE", "--auth-mode", "NAME", "none", "How MCP clients are authorised", kMcpd,
     &Settings::auth_mode, "", "none"},
});

[[noreturn]] void reject(const std::string& name, std::string_view value, std::string_view right) {
  throw Fault(Code::kConfiguration, "",
              name + ": '" + std::string(first_code_points(value, 80)) + "' is not " +
                  std::string(right) + ".");
}

bool to_bool(const std::string& name, std::string_view value) {
  constexpr std::array<std::string_view, 4> kTrue = {"true", "1", "yes", "on"};
  constexpr std::array<std::string_view, 4> kFalse = {"false", "0", "no", "off"};
  const std::string word = lower(value);
  if (std::find(kTrue.begin(), kTrue.end(), word) != kTrue.end()) return true;
  if (std::find(kFalse.begin(), kFalse.end(), word) != kFalse.end()) return false;
  reject(name, value, "a boolean (true, false, 1, 0, yes, no, on, off)");
}

long to_number(const std::string& name, std::string_view value, long minimum) {
  constexpr long kLargest = 1'000'000'000;
  long number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < minimum ||
      number > kLargest) {
    reject(name, value,
           "a whole number from " + std::to_string(minimum) + " to " + std::to_string(kLargest));
  }
  return number;
}

void check_text(const SettingRow& row, const std::string& name, std::string_view value) {
  if (row.form == "URL" && !value.empty() && !value.starts_with("http://") &&
      !value.starts_with("https://") && row.option != "--proxy") {
    reject(name, value, "an http:// or https:// address");
  }
  if (std::any_of(value.begin(), value.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; })) {
    reject(name, "...", "one line of text without control characters");
  }
}

void store(Settings& settings, const SettingRow& row, const std::string& name,
           std::string_view value) {
  if (!row.choices.empty()) {
    const auto words = split_words(row.choices);
    if (std::find(words.begin(), words.end(), value) == words.end()) {
      reject(name, value, "one of: " + std::string(row.choices));
    }
  }
  struct Setter {
    Settings& settings;
    const SettingRow& row;
    const std::string& name;
    std::string_view value;
    void operator()(std::string Settings::*member) const {
      check_text(row, name, value);
      std::string text(value);
      while (row.form == "URL" && text.ends_with('/'))
        text.pop_back();
      settings.*member = std::move(text);
    }
    void operator()(bool Settings::*member) const { settings.*member = to_bool(name, value); }
    void operator()(int Settings::*member) const {
      settings.*member = static_cast<int>(to_number(name, value, row.minimum));
    }
    void operator()(std::chrono::milliseconds Settings::*member) const {
      settings.*member = std::chrono::milliseconds(to_number(name, value, row.minimum));
    }
    void operator()(Level Settings::*member) const { settings.*member = *parse_level(value); }
  };
  std::visit(Setter{settings, row, name, value}, row.member);
}

/// A variable's value; nothing when it is unset, blank, or a placeholder no one filled in.
std::optional<std::string> read(const Environment& environment, std::string_view variable) {
  if (variable.empty()) return std::nullopt;
  const char* raw = environment(std::string(variable).c_str());
  if (raw == nullptr) return std::nullopt;
  const std::string_view value = trim(raw);
  if (value.empty() || (value.starts_with("${") && value.ends_with('}'))) return std::nullopt;
  return std::string(value);
}

SettingOrigin default_mirror_path(const SettingRow& row, Program program,
                                  const Environment& environment) {
  const auto state = read(environment, "STATE_DIRECTORY");
  if (state) {
    // systemd separates several folders by colons; the first is ours.
    return {&row, std::string(split(*state, ':').front()) + "/mirror.db", "STATE_DIRECTORY"};
  }
  const auto data = read(environment, "XDG_DATA_HOME");
  const auto home = read(environment, "HOME");
  SettingOrigin own{&row, std::string(kSystemMirrorPath), "default"};
  if (data && data->starts_with('/')) {
    own = {&row, *data + "/arxiv-mirror/mirror.db", "XDG_DATA_HOME"};
  } else if (home) {
    own = {&row, *home + "/.local/share/arxiv-mirror/mirror.db", "default"};
  }
  std::error_code error;
  const bool reads = program != kHarvestd;
  if (reads && !std::filesystem::exists(own.value, error) &&
      std::filesystem::exists(kSystemMirrorPath, error)) {
    return {&row, std::string(kSystemMirrorPath), "default"};
  }
  return own;
}

SettingOrigin choose(const SettingRow& row, Program program,
                     const std::map<std::string, std::string>& options,
                     const Environment& environment) {
  const auto given = options.find(std::string(row.option));
  if (given != options.end() && !trim(given->second).empty()) {
    return {&row, std::string(trim(given->second)), std::string(row.option)};
  }
  for (const std::string_view variable : {row.variable, row.also_variable}) {
    if (auto value = read(environment, variable)) {
      return {&row, std::move(*value), std::string(variable)};
    }
  }
  if (row.variable == "ARXIV_MIRROR_PATH") {
    return default_mirror_path(row, program, environment);
  }
  return {&row, std::string(row.default_value), "default"};
}

}  // namespace

std::span<const SettingRow> setting_rows() {
  return kRows;
}

ResolvedSettings resolve_settings(Program program,
                                  const std::map<std::string, std::string>& options,
                                  const Environment& environment) {
  ResolvedSettings resolved;
  for (const SettingRow& row : kRows) {
    if ((row.programs & program) == 0) continue;
    SettingOrigin origin = choose(row, program, options, environment);
    store(resolved.settings, row, origin.origin, origin.value);
    resolved.origins.push_back(std::move(origin));
  }
  return resolved;
}

}  // namespace base

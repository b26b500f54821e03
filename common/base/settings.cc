#include "common/base/settings.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <unistd.h>

#include "common/base/fault.h"
#include "common/base/human.h"
#include "common/base/number.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

namespace base {
namespace {

using std::chrono::milliseconds;

constexpr unsigned kAll = kHarvestd | kMcpd | kMirrorctl;
constexpr unsigned kReaders = kMcpd | kMirrorctl;
constexpr unsigned kHarvest = kHarvestd | kMirrorctl;
constexpr std::string_view kLevelNames = "debug info notice warning error critical alert emergency";

constexpr std::string_view kFile = "Mirror file";
constexpr std::string_view kOai = "Harvest";
constexpr std::string_view kLive = "arXiv live";
constexpr std::string_view kNetwork = "Network";
constexpr std::string_view kProcess = "Process";

constexpr auto kRows = std::to_array<SettingRow>({
    {kFile, "ARXIV_MIRROR_PATH", "--mirror", "PATH", "", "The mirror file", kAll,
     &Settings::mirror_path},
    {kFile, "ARXIV_MIRROR_ENABLED", "--mirror-enabled", "BOOL", "true",
     "Answer from the mirror file where it can", kReaders, &Settings::mirror_enabled},
    {kFile, "ARXIV_MIRROR_FALLBACK_LIVE", "--mirror-fallback-live", "BOOL", "true",
     "Ask arXiv for papers the mirror lacks", kReaders, &Settings::mirror_fallback_live},
    {kFile, "ARXIV_MIRROR_RECENT_DAYS_LIVE", "--mirror-recent-days-live", "DAYS", "2",
     "Newest-first searches ask arXiv first while this is above 0", kReaders,
     &Settings::mirror_recent_days_live},
    {kOai, "ARXIV_MIRROR_OAI_BASE_URL", "--oai-base-url", "URL", "https://oaipmh.arxiv.org/oai",
     "arXiv's OAI-PMH service", kHarvest, &Settings::oai_base_url},
    {kOai, "ARXIV_MIRROR_OAI_REQUEST_DELAY_MS", "--oai-request-delay-ms", "MS", "3000",
     "Pause between OAI-PMH pages", kHarvest, &Settings::oai_request_delay},
    {kOai, "ARXIV_MIRROR_OAI_TIMEOUT_MS", "--oai-timeout-ms", "MS", "180000",
     "Longest wait for one OAI-PMH page, its body included", kHarvest, &Settings::oai_timeout, "",
     "", 1},
    {kOai, "ARXIV_MIRROR_OAI_RETRY_DELAY_MS", "--oai-retry-delay-ms", "MS", "5000",
     "First pause before a failed page is asked for again", kHarvest, &Settings::oai_retry_delay},
    {kOai, "ARXIV_MIRROR_OUTAGE_WAIT_MS", "--outage-wait-ms", "MS", "60000",
     "First wait of init during an outage", kHarvest, &Settings::outage_wait},
    {kOai, "ARXIV_MIRROR_OUTAGE_WAIT_MAX_MS", "--outage-wait-max-ms", "MS", "900000",
     "Longest wait of init during an outage", kHarvest, &Settings::outage_wait_max},
    {kOai, "ARXIV_MIRROR_REFRESH_TIMEOUT_MS", "--budget", "MS", "7200000",
     "Time a refresh may take; it stops early and checkpoints", kAll, &Settings::refresh_budget, "",
     "", 1},
    {kOai, "ARXIV_MIRROR_REFRESH_EVERY", "--refresh-every", "SPAN", "off",
     "Run `harvestd refresh` when the last one is older, such as 24h", kMcpd,
     &Settings::refresh_every, "", "", 1000},
    {kFile, "ARXIV_MIRROR_LEASE_MS", "--lease-ms", "MS", "300000",
     "A migration not heard of for this long has lapsed", kAll, &Settings::lease, "", "", 1},
    {kLive, "ARXIV_API_BASE_URL", "--api-base-url", "URL", "https://export.arxiv.org/api",
     "arXiv's search API", kReaders, &Settings::api_base_url},
    {kLive, "ARXIV_REQUEST_DELAY_MS", "--request-delay-ms", "MS", "3000",
     "Pause between API requests", kReaders, &Settings::request_delay},
    {kLive, "ARXIV_API_TIMEOUT_MS", "--api-timeout-ms", "MS", "15000",
     "Longest wait for one API answer, its body included", kReaders, &Settings::api_timeout, "", "",
     1},
    {kLive, "ARXIV_API_RETRY_DELAY_MS", "--api-retry-delay-ms", "MS", "1000",
     "Pause before a failed API request is sent again", kReaders, &Settings::api_retry_delay},
    {kLive, "ARXIV_HTML_BASE_URL", "--html-base-url", "URL", "https://arxiv.org/html",
     "arXiv's HTML papers", kReaders, &Settings::html_base_url},
    {kLive, "ARXIV_AR5IV_BASE_URL", "--ar5iv-base-url", "URL", "https://ar5iv.labs.arxiv.org/html",
     "ar5iv's HTML papers", kReaders, &Settings::ar5iv_base_url},
    {kLive, "ARXIV_PDF_BASE_URL", "--pdf-base-url", "URL", "https://arxiv.org/pdf", "arXiv's PDFs",
     kReaders, &Settings::pdf_base_url},
    {kLive, "ARXIV_CONTENT_TIMEOUT_MS", "--content-timeout-ms", "MS", "30000",
     "Longest wait for one page or PDF, its body included", kReaders, &Settings::content_timeout,
     "", "", 1},
    {kLive, "ARXIV_CONTENT_RETRY_DELAY_MS", "--content-retry-delay-ms", "MS", "2000",
     "Pause before a failed read is tried again", kReaders, &Settings::content_retry_delay},
    {kLive, "ARXIV_READ_TIMEOUT_MS", "--read-timeout-ms", "MS", "50000",
     "Longest time one paper may take to read", kReaders, &Settings::read_timeout, "", "", 1},
    {kNetwork, "ARXIV_CONTACT", "--contact", "TEXT", "",
     "An e-mail or web address that names you to arXiv in the User-Agent", kAll,
     &Settings::contact},
    {kNetwork, "ARXIV_PROXY", "--proxy", "PROXY", "",
     "Proxy for all requests; by default libcurl's own variables apply", kAll, &Settings::proxy},
    {kNetwork, "ARXIV_CA_FILE", "--ca-file", "PATH", "", "Certificate authorities to trust, in PEM",
     kAll, &Settings::ca_file, "CURL_CA_BUNDLE"},
    {kProcess, "MCP_LOG_LEVEL", "--log-level", "LEVEL", "info", "Least severe level that is logged",
     kAll, &Settings::log_level, "", kLevelNames},
    {kProcess, "MCP_TRANSPORT_TYPE", "--transport", "NAME", "stdio", "How MCP clients connect",
     kMcpd, &Settings::transport, "", "stdio"},
    {kProcess, "MCP_AUTH_MODE", "--auth-mode", "NAME", "none", "How MCP clients are authorised",
     kMcpd, &Settings::auth_mode, "", "none"},
});

[[noreturn]] void reject(const std::string& name, std::string_view value, std::string_view right) {
  throw Fault(Code::kConfiguration, "",
              name + ": '" + one_line(value, 80) + "' is not " + std::string(right) + ".");
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
  const auto number = parse_number<long>(value);
  if (!number || *number < minimum || *number > kLargest) {
    reject(name, value,
           "a whole number from " + std::to_string(minimum) + " to " + std::to_string(kLargest));
  }
  return *number;
}

milliseconds to_span(const std::string& name, std::string_view value, long minimum) {
  if (value == "off") return milliseconds(0);
  const auto span = parse_span(value);
  if (!span || *span < milliseconds(minimum)) {
    reject(name, value, "`off` or a time such as 24h, 90m or 45s");
  }
  return *span;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// `host`, `host:port` or `[v6 address]:port`, perhaps behind `user:password@`.
bool is_authority(std::string_view text) {
  text.remove_prefix(text.rfind('@') + 1);  // nothing when there is none: npos + 1 is 0
  const std::size_t end = text.starts_with('[') ? text.find(']') + 1 : text.find(':');
  const std::string_view host = text.substr(0, end);
  if (host.empty() || (text.starts_with('[') && end == 0)) return false;
  if (host.size() == text.size()) return true;
  const auto port = parse_number<int>(text.substr(host.size() + 1));
  return text[host.size()] == ':' && port && *port > 0 && *port <= 65535;
}

bool is_web_address(std::string_view value) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!value.starts_with(scheme)) continue;
    const std::string_view rest = value.substr(scheme.size());
    return is_authority(rest.substr(0, rest.find('/'))) &&
           rest.find_first_of("?#") == std::string_view::npos &&
           std::none_of(rest.begin(), rest.end(), is_space);
  }
  return false;
}

void check_text(const SettingRow& row, const std::string& name, std::string_view value) {
  if (row.form == "URL" && !is_web_address(value)) {
    reject(name, value, "an http:// or https:// address");
  }
  if (std::any_of(value.begin(), value.end(), is_control)) {
    reject(name, value, "one line of text without control characters");
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
    void operator()(milliseconds Settings::*member) const {
      settings.*member = row.form == "SPAN" ? to_span(name, value, row.minimum)
                                            : milliseconds(to_number(name, value, row.minimum));
    }
    void operator()(Level Settings::*member) const { settings.*member = *parse_level(value); }
  };
  std::visit(Setter{settings, row, name, value}, row.member);
}

/// What was given, without blanks around it; nothing when that is empty or a placeholder that no
/// one filled in.
std::optional<std::string> meaningful(std::string_view given) {
  const std::string_view value = trim(given);
  if (value.empty() || (value.starts_with("${") && value.ends_with('}'))) return std::nullopt;
  return std::string(value);
}

std::optional<std::string> read(const Environment& environment, std::string_view variable) {
  const char* raw = variable.empty() ? nullptr : environment(std::string(variable).c_str());
  return raw == nullptr ? std::nullopt : meaningful(raw);
}

/// systemd separates several folders by colons; the first is ours.
std::string first_folder(std::string_view folders) {
  return std::string(split(folders, ':').front());
}

/// systemd's folder for this unit, which says all; else the user's own places.
std::vector<std::string> slot_folders(const Environment& environment) {
  constexpr std::string_view kOurs = "/arxiv-mirror";
  if (const auto runtime = read(environment, "RUNTIME_DIRECTORY")) return {first_folder(*runtime)};
  std::vector<std::string> folders;
  const auto add = [&](std::string folder) {
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
      folders.push_back(std::move(folder));
    }
  };
  const auto own = read(environment, "XDG_RUNTIME_DIR");
  if (own && own->starts_with('/')) add(*own + std::string(kOurs));
  add("/run/user/" + std::to_string(::geteuid()) + std::string(kOurs));
  const auto home = read(environment, "HOME");
  if (home && home->starts_with('/')) add(*home + "/.cache" + std::string(kOurs));
  return folders;
}

/// Where the file is when no one said (decision 40).
SettingOrigin default_mirror_path(const SettingRow& row, Program program,
                                  const Environment& environment) {
  const auto at = [&row](const std::filesystem::path& folder, std::string_view origin) {
    return SettingOrigin{&row, (folder / "mirror.db").string(), std::string(origin)};
  };
  if (const auto state = read(environment, "STATE_DIRECTORY")) {
    return at(first_folder(*state), "STATE_DIRECTORY");
  }
  SettingOrigin own{&row, std::string(kSystemMirrorPath), "default"};
  const auto data = read(environment, "XDG_DATA_HOME");
  if (data && data->starts_with('/')) {
    own = at(std::filesystem::path(*data) / "arxiv-mirror", "XDG_DATA_HOME");
  } else if (const auto home = read(environment, "HOME")) {
    own = at(std::filesystem::path(*home) / ".local/share/arxiv-mirror", "default");
  }
  const auto exists = [](std::string_view path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
  };
  const bool reads = program != kHarvestd;
  if (!reads || exists(own.value) || !exists(kSystemMirrorPath)) return own;
  return {&row, std::string(kSystemMirrorPath), "default"};
}

SettingOrigin choose(const SettingRow& row, Program program,
                     const std::map<std::string, std::string>& options,
                     const Environment& environment) {
  const auto given = options.find(std::string(row.option));
  if (given != options.end()) {
    if (auto value = meaningful(given->second)) return {&row, std::move(*value), given->first};
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
  resolved.settings.slot_folders = slot_folders(environment);
  return resolved;
}

}  // namespace base

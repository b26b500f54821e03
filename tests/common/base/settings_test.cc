#include "common/base/settings.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Program;
using base::resolve_settings;
using base::SettingOrigin;
using base::SettingRow;
using Variables = std::map<std::string, std::string>;
using Options = std::map<std::string, std::string>;
using std::chrono::milliseconds;

base::ResolvedSettings resolve(const Variables& variables, const Options& options = {},
                               Program program = base::kMcpd) {
  return resolve_settings(program, options, [&variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

SettingOrigin origin_of(const base::ResolvedSettings& resolved, std::string_view variable) {
  const auto found =
      std::find_if(resolved.origins.begin(), resolved.origins.end(),
                   [&](const SettingOrigin& origin) { return origin.row->variable == variable; });
  REQUIRE(found != resolved.origins.end());
  return *found;
}

/// The message of the configuration fault that resolving throws.
std::string complaint(const Variables& variables, const Options& options = {}) {
  try {
    resolve(variables, options);
  } catch (const base::Fault& fault) {
    CHECK(fault.code() == base::Code::kConfiguration);
    return fault.message();
  }
  return "";
}

TEST_CASE("the table is sound") {
  std::set<std::string_view> variables;
  std::set<std::string_view> options;
  for (const SettingRow& row : base::setting_rows()) {
    CAPTURE(row.variable);
    CHECK(variables.insert(row.variable).second);
    CHECK(options.insert(row.option).second);
    CHECK(row.option.starts_with("--"));
    CHECK_FALSE(row.group.empty());
    CHECK_FALSE(row.form.empty());
    CHECK_FALSE(row.help.empty());
    CHECK_FALSE(row.help.ends_with('.'));
    CHECK(row.programs != 0);
  }
}

TEST_CASE("defaults") {
  const base::Settings s = resolve({{"HOME", "/home/someone"}}).settings;
  CHECK(s.mirror_enabled);
  CHECK(s.mirror_fallback_live);
  CHECK(s.mirror_recent_days_live == 2);
  CHECK(s.lease == milliseconds(300'000));
  CHECK(s.api_base_url == "https://export.arxiv.org/api");
  CHECK(s.request_delay == milliseconds(3000));
  CHECK(s.api_timeout == milliseconds(15'000));
  CHECK(s.api_retry_delay == milliseconds(1000));
  CHECK(s.html_base_url == "https://arxiv.org/html");
  CHECK(s.ar5iv_base_url == "https://ar5iv.labs.arxiv.org/html");
  CHECK(s.pdf_base_url == "https://arxiv.org/pdf");
  CHECK(s.content_timeout == milliseconds(30'000));
  CHECK(s.content_retry_delay == milliseconds(2000));
  CHECK(s.read_timeout == milliseconds(50'000));
  CHECK(s.contact.empty());
  CHECK(s.proxy.empty());
  CHECK(s.ca_file.empty());
  CHECK(s.log_level == base::Level::kInfo);
  CHECK(s.transport == "stdio");
  CHECK(s.auth_mode == "none");

  const base::Settings h = resolve({}, {}, base::kHarvestd).settings;
  CHECK(h.oai_base_url == "https://oaipmh.arxiv.org/oai");
  CHECK(h.oai_request_delay == milliseconds(3000));
  CHECK(h.oai_timeout == milliseconds(180'000));
  CHECK(h.oai_retry_delay == milliseconds(5000));
  CHECK(h.outage_wait == milliseconds(60'000));
  CHECK(h.outage_wait_max == milliseconds(900'000));
  CHECK(h.refresh_budget == milliseconds(7'200'000));
}

TEST_CASE("an option wins over a variable, a variable over the default") {
  const Variables variables = {{"ARXIV_API_TIMEOUT_MS", "111"}};
  CHECK(resolve({}).settings.api_timeout == milliseconds(15'000));
  CHECK(origin_of(resolve({}), "ARXIV_API_TIMEOUT_MS").origin == "default");
  CHECK(resolve(variables).settings.api_timeout == milliseconds(111));
  CHECK(origin_of(resolve(variables), "ARXIV_API_TIMEOUT_MS").origin == "ARXIV_API_TIMEOUT_MS");
  const auto both = resolve(variables, {{"--api-timeout-ms", "222"}});
  CHECK(both.settings.api_timeout == milliseconds(222));
  CHECK(origin_of(both, "ARXIV_API_TIMEOUT_MS").origin == "--api-timeout-ms");
  CHECK(origin_of(both, "ARXIV_API_TIMEOUT_MS").value == "222");
}

TEST_CASE("empty, blank and unsubstituted values count as unset, on either side") {
  for (const char* value : {"", " ", "\t\n", "${ARXIV_API_TIMEOUT_MS}", " ${X} "}) {
    CAPTURE(value);
    CHECK(resolve({{"ARXIV_API_TIMEOUT_MS", value}}).settings.api_timeout == milliseconds(15'000));
    CHECK(resolve({{"ARXIV_API_TIMEOUT_MS", "5"}}, {{"--api-timeout-ms", value}})
              .settings.api_timeout == milliseconds(5));
  }
}

TEST_CASE("booleans are strict") {
  for (const char* value : {"false", "0", "no", "off", "FALSE", " Off "}) {
    CAPTURE(value);
    CHECK_FALSE(resolve({{"ARXIV_MIRROR_ENABLED", value}}).settings.mirror_enabled);
  }
  for (const char* value : {"true", "1", "yes", "on", "True"}) {
    CAPTURE(value);
    CHECK(resolve({{"ARXIV_MIRROR_ENABLED", value}}).settings.mirror_enabled);
  }
  for (const char* value : {"2", "y", "enabled", "truefalse", "nope"}) {
    CAPTURE(value);
    CHECK(complaint({{"ARXIV_MIRROR_ENABLED", value}}) ==
          "ARXIV_MIRROR_ENABLED: '" + std::string(value) +
              "' is not a boolean (true, false, 1, 0, yes, no, on, off).");
  }
}

TEST_CASE("numbers are whole and in their range") {
  CHECK(resolve({{"ARXIV_REQUEST_DELAY_MS", "0"}}).settings.request_delay == milliseconds(0));
  CHECK(resolve({{"ARXIV_MIRROR_RECENT_DAYS_LIVE", "0"}}).settings.mirror_recent_days_live == 0);
  for (const char* value : {"-1", "1.5", "3s", "0x10", "1e3", "+1", "1000000001",
                            "99999999999999999999999", "three", "1 000"}) {
    CAPTURE(value);
    CHECK(complaint({{"ARXIV_REQUEST_DELAY_MS", value}}) ==
          "ARXIV_REQUEST_DELAY_MS: '" + std::string(value) +
              "' is not a whole number from 0 to 1000000000.");
  }
  CHECK(complaint({{"ARXIV_API_TIMEOUT_MS", "0"}}) ==
        "ARXIV_API_TIMEOUT_MS: '0' is not a whole number from 1 to 1000000000.");
}

TEST_CASE("addresses are http or https and lose a closing slash") {
  CHECK(resolve({{"ARXIV_API_BASE_URL", "http://127.0.0.1:80/api//"}}).settings.api_base_url ==
        "http://127.0.0.1:80/api");
  for (const char* value :
       {"export.arxiv.org", "ftp://x", "http://", "https:///x", "file:///etc", "http://a b",
        "javascript:http://x", "http://?", "http://:80/", "http://h:99999/x", "http://h:port",
        "http://[::1/x", "http://h/x?y=1"}) {
    CAPTURE(value);
    CHECK(complaint({{"ARXIV_API_BASE_URL", value}}) ==
          "ARXIV_API_BASE_URL: '" + std::string(value) +
              "' is not an http:// or https:// address.");
  }
  CHECK(resolve({{"ARXIV_API_BASE_URL", "http://u:p@[::1]:8080/x"}}).settings.api_base_url ==
        "http://u:p@[::1]:8080/x");
  CHECK(resolve({{"ARXIV_PROXY", "socks5h://user@host:1080"}}).settings.proxy ==
        "socks5h://user@host:1080");
}

TEST_CASE("words are one of those that exist") {
  CHECK(resolve({{"MCP_LOG_LEVEL", "debug"}}).settings.log_level == base::Level::kDebug);
  CHECK(complaint({{"MCP_LOG_LEVEL", "loud"}}) ==
        "MCP_LOG_LEVEL: 'loud' is not one of: debug info notice warning error critical alert "
        "emergency.");
  CHECK(complaint({{"MCP_TRANSPORT_TYPE", "http"}}) ==
        "MCP_TRANSPORT_TYPE: 'http' is not one of: stdio.");
  CHECK(complaint({{"MCP_AUTH_MODE", "jwt"}}) == "MCP_AUTH_MODE: 'jwt' is not one of: none.");
}

TEST_CASE("a complaint is one bounded line that names where the value came from") {
  CHECK(complaint({{"ARXIV_CONTACT", "me\r\nX-Evil: 1"}}) ==
        "ARXIV_CONTACT: 'me  X-Evil: 1' is not one line of text without control characters.");
  const std::string message = complaint({}, {{"--api-timeout-ms", std::string(5000, 'x')}});
  CHECK(message.starts_with("--api-timeout-ms: 'xxx"));
  CHECK(message.size() < 200);
}

TEST_CASE("curl's own name for the certificates is read when ours is unset") {
  const auto theirs = resolve({{"CURL_CA_BUNDLE", "/theirs.pem"}});
  CHECK(theirs.settings.ca_file == "/theirs.pem");
  CHECK(origin_of(theirs, "ARXIV_CA_FILE").origin == "CURL_CA_BUNDLE");
  CHECK(resolve({{"CURL_CA_BUNDLE", "/theirs.pem"}, {"ARXIV_CA_FILE", "/ours.pem"}})
            .settings.ca_file == "/ours.pem");
}

TEST_CASE("a program reads its own settings alone") {
  const Variables bad = {{"ARXIV_API_TIMEOUT_MS", "bad"}};
  CHECK_NOTHROW(resolve(bad, {}, base::kHarvestd));
  CHECK_THROWS_AS(resolve(bad, {}, base::kMirrorctl), base::Fault);
  for (const Program program : {base::kHarvestd, base::kMcpd, base::kMirrorctl}) {
    const auto rows = base::setting_rows();
    const auto expected = std::count_if(rows.begin(), rows.end(), [&](const SettingRow& row) {
      return (row.programs & program) != 0;
    });
    CHECK(resolve({}, {}, program).origins.size() == static_cast<std::size_t>(expected));
  }
}

TEST_CASE("where the mirror file is") {
  struct Row {
    Variables variables;
    Options options;
    const char* path;
    const char* origin;
  };
  const Row rows[] = {
      {{{"HOME", "/h"}}, {{"--mirror", "m.db"}}, "m.db", "--mirror"},
      {{{"ARXIV_MIRROR_PATH", "/m/x.db"}, {"STATE_DIRECTORY", "/s"}},
       {},
       "/m/x.db",
       "ARXIV_MIRROR_PATH"},
      {{{"STATE_DIRECTORY", "/s/arxiv-mirror"}, {"HOME", "/h"}},
       {},
       "/s/arxiv-mirror/mirror.db",
       "STATE_DIRECTORY"},
      {{{"STATE_DIRECTORY", "/s/a:/s/b"}}, {}, "/s/a/mirror.db", "STATE_DIRECTORY"},
      {{{"XDG_DATA_HOME", "/x/"}, {"HOME", "/h"}},
       {},
       "/x/arxiv-mirror/mirror.db",
       "XDG_DATA_HOME"},
      {{{"XDG_DATA_HOME", "relative"}, {"HOME", "/h"}},
       {},
       "/h/.local/share/arxiv-mirror/mirror.db",
       "default"},
      {{}, {}, "/var/lib/arxiv-mirror/mirror.db", "default"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const auto resolved = resolve(row.variables, row.options, base::kHarvestd);
    CHECK(resolved.settings.mirror_path == row.path);
    CHECK(origin_of(resolved, "ARXIV_MIRROR_PATH").origin == row.origin);
  }
}

TEST_CASE("a reader finds the file at the user's own place") {
  const testing::TempDir home;
  std::filesystem::create_directories(home / ".local/share/arxiv-mirror");
  const std::string own = home.write(".local/share/arxiv-mirror/mirror.db", "");
  CHECK(resolve({{"HOME", home.path().string()}}).settings.mirror_path == own);
}

/// Stands in for CLI11's App: keeps what add_setting_options registers.
struct FakeApp {
  struct Option {
    std::function<void(const std::string&)> set;
    std::string help;
    std::string type;
    std::string heading;
    Option* type_name(const std::string& name) { return type = name, this; }
    Option* group(const std::string& name) { return heading = name, this; }
  };
  std::map<std::string, Option> options;
  struct Formatter {
    std::string make_help(const FakeApp*, const std::string&, int) const { return ""; }
  };
  std::shared_ptr<Formatter> get_formatter() const { return std::make_shared<Formatter>(); }
  void formatter_fn(const std::function<std::string(const FakeApp*, std::string, int)>&) {}
  Option* add_option_function(const std::string& name, std::function<void(const std::string&)> set,
                              const std::string& help) {
    options[name] = {std::move(set), help, "", ""};
    return &options[name];
  }
};

TEST_CASE("every setting of a program becomes an option that says where else it can be set") {
  FakeApp app;
  Options given;
  base::add_setting_options(app, base::kMcpd, given);
  for (const SettingRow& row : base::setting_rows()) {
    CAPTURE(row.option);
    CHECK(app.options.contains(std::string(row.option)) == ((row.programs & base::kMcpd) != 0));
  }
  const FakeApp::Option& timeout = app.options.at("--api-timeout-ms");
  CHECK(timeout.help.ends_with("[ARXIV_API_TIMEOUT_MS, default 15000]"));
  CHECK(app.options.at("--contact").help.ends_with("[ARXIV_CONTACT]"));
  CHECK(timeout.type == "MS");
  CHECK(timeout.heading == "arXiv live");
  timeout.set("42");
  CHECK(given == Options{{"--api-timeout-ms", "42"}});

  FakeApp two;
  base::add_setting_options(two, base::kMcpd, given,
                            {"ARXIV_MIRROR_PATH", "ARXIV_CONTACT", "ARXIV_MIRROR_OAI_BASE_URL"});
  CHECK(two.options.size() == 2);
  CHECK(two.options.contains("--mirror"));
  CHECK(two.options.contains("--contact"));
}

}  // namespace

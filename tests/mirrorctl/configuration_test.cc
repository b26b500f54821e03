#include "mirrorctl/configuration.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/base/json.h"

namespace {

using base::SettingOrigin;

std::vector<SettingOrigin> settings(const std::map<std::string, std::string>& options,
                                    const std::map<std::string, std::string>& variables = {}) {
  return mirrorctl::all_settings(options, [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST_CASE("every row of the table appears once, in its order") {
  const auto all = settings({});
  const auto rows = base::setting_rows();
  REQUIRE(all.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(all[i].row == &rows[i]);
  }
}

TEST_CASE("the text tells value and origin") {
  const std::string text = mirrorctl::configuration_text(
      settings({{"--mirror", "/m.db"}}, {{"ARXIV_REQUEST_DELAY_MS", "5000"}}), 0);
  CHECK(text.starts_with("Setting"));
  const auto has_line = [&text](const std::string& start, const std::string& end) {
    const std::size_t at = text.find("\n" + start + " ");
    return at != std::string::npos &&
           std::string_view(text).substr(at + 1, text.find('\n', at + 1) - at - 1).ends_with(end);
  };
  CHECK(has_line("ARXIV_MIRROR_PATH", "  --mirror"));
  CHECK(has_line("ARXIV_REQUEST_DELAY_MS", "  ARXIV_REQUEST_DELAY_MS"));
  CHECK(has_line("MCP_AUTH_MODE", "  default"));
  CHECK(text.find("ARXIV_CONTACT                      not set") != std::string::npos);
}

TEST_CASE("the JSON tells the same and which programs read it") {
  const auto document =
      json::parse(mirrorctl::configuration_json(settings({{"--request-delay-ms", "5000"}})));
  REQUIRE(document);
  const json::Value& list = (*document)["settings"];
  CHECK(list.Size() == base::setting_rows().size());
  const auto* found = std::find_if(list.Begin(), list.End(), [](const json::Value& setting) {
    return json::text(setting["variable"]) == "ARXIV_REQUEST_DELAY_MS";
  });
  REQUIRE(found != list.End());
  CHECK(json::write(*found) ==
        R"({"variable":"ARXIV_REQUEST_DELAY_MS","option":"--request-delay-ms","value":"5000",)"
        R"("default":"3000","origin":"--request-delay-ms","programs":["mcpd","mirrorctl"]})");
}

TEST_CASE("credentials in an address are not shown") {
  struct Row {
    const char* value;
    const char* shown;
  };
  const Row rows[] = {
      {"http://user:secret@proxy:3128", "http://***@proxy:3128"},
      {"socks5h://user@proxy/path@x", "socks5h://***@proxy/path@x"},
      {"user:secret@proxy:3128", "***@proxy:3128"},
      {"http://a:b@c@proxy", "http://***@proxy"},
      {"http://proxy:3128", "http://proxy:3128"},
      {"http://proxy/@x", "http://proxy/@x"},
  };
  const auto shown_in = [](const std::map<std::string, std::string>& options,
                           std::string_view variable) {
    for (const SettingOrigin& setting : settings(options)) {
      if (setting.row->variable == variable) return mirrorctl::shown_value(setting);
    }
    return std::string();
  };
  for (const Row& row : rows) {
    CAPTURE(row.value);
    CHECK(shown_in({{"--proxy", row.value}}, "ARXIV_PROXY") == row.shown);
  }
  CHECK(shown_in({{"--api-base-url", "https://u:p@host/api"}}, "ARXIV_API_BASE_URL") ==
        "https://***@host/api");
  CHECK(shown_in({{"--contact", "me@example.org"}}, "ARXIV_CONTACT") == "me@example.org");
}

TEST_CASE("a wrong value of any program is a fault") {
  CHECK_THROWS_AS(settings({}, {{"MCP_TRANSPORT_TYPE", "http"}}), base::Fault);
  CHECK_THROWS_AS(settings({}, {{"ARXIV_MIRROR_OAI_TIMEOUT_MS", "0"}}), base::Fault);
}

}  // namespace

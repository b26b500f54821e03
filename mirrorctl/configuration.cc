#include "mirrorctl/configuration.h"

#include <array>

#include "common/base/json.h"
#include "mirrorctl/table.h"

namespace mirrorctl {
namespace {

using base::SettingOrigin;

struct ProgramName {
  base::Program program;
  std::string_view name;
};
constexpr std::array<ProgramName, 3> kPrograms = {
    {{base::kHarvestd, "harvestd"}, {base::kMcpd, "mcpd"}, {base::kMirrorctl, "mirrorctl"}}};

}  // namespace

std::vector<SettingOrigin> all_settings(const std::map<std::string, std::string>& options,
                                        const base::Environment& environment) {
  return base::resolve_settings(kReaders, options, environment).origins;
}

std::string configuration_text(const std::vector<SettingOrigin>& settings, std::size_t width) {
  Table table({{"Setting"}, {"Value", false, true}, {"From"}});
  for (const SettingOrigin& setting : settings) {
    const std::string value = shown_value(setting);
    table.add(
        {std::string(setting.row->variable), value.empty() ? "not set" : value, setting.origin});
  }
  return table.render(width);
}

std::string configuration_json(const std::vector<SettingOrigin>& settings) {
  json::Writer out;
  out.begin_object().key("settings").begin_array();
  for (const SettingOrigin& setting : settings) {
    out.begin_object();
    member(out, "variable", setting.row->variable);
    member(out, "option", setting.row->option);
    member(out, "value", shown_value(setting));
    member(out, "default", setting.row->default_value);
    member(out, "origin", setting.origin);
    out.key("programs").begin_array();
    for (const auto& [program, name] : kPrograms) {
      if ((setting.row->programs & program) != 0) out.string(name);
    }
    out.end_array().end_object();
  }
  return out.end_array().end_object().take() + "\n";
}

std::string shown_value(const SettingOrigin& setting) {
  const std::string& value = setting.value;
  if (setting.row->form != "URL" && setting.row->form != "PROXY") return value;
  const std::size_t scheme = value.find("://");
  const std::size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t at = value.substr(0, value.find('/', begin)).rfind('@');
  const bool has_credentials = at != std::string::npos && at >= begin;
  return has_credentials ? value.substr(0, begin) + "***" + value.substr(at) : value;
}

}  // namespace mirrorctl

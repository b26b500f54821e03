#pragma once

/// `mirrorctl config`: every setting of the three programs, its value and where it came from.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "common/base/settings.h"

namespace mirrorctl {

/// The programs that between them read every setting.
inline constexpr auto kReaders = static_cast<base::Program>(base::kMirrorctl | base::kMcpd);

/// Every row of the settings table once, in its order. Throws Fault kConfiguration.
std::vector<base::SettingOrigin> all_settings(const std::map<std::string, std::string>& options,
                                              const base::Environment& environment);

/// `width` as in Table::render.
std::string configuration_text(const std::vector<base::SettingOrigin>& settings, std::size_t width);

/// One JSON object and a line feed.
std::string configuration_json(const std::vector<base::SettingOrigin>& settings);

/// The value with `***` for the user and password of an address.
std::string shown_value(const base::SettingOrigin& setting);

}  // namespace mirrorctl

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace query_model {

/// `YYYYMMDDHHMM` as an instant; nothing for an unreal minute.
std::optional<std::string> instant_of_minute(std::string_view digits);

/// The first instant of `YYYY-MM-DD`, a real day, and of the day behind it.
std::string beginning_of(std::string_view day);
std::string end_of(std::string_view day);

}  // namespace query_model

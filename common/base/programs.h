#pragma once

/// Where the other programs of this installation are (decision 52). PATH is never asked: another
/// installation's program may stand there.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace base {

/// The executable `name` in `folder`, else in `folder`/../libexec/arxiv-mirror; an absolute path
/// without links in its folder part. Nothing when neither place holds one.
std::optional<std::string> find_program(std::string_view name, const std::filesystem::path& folder);

/// The same, beginning in the folder of the running program.
std::optional<std::string> find_program(std::string_view name);

}  // namespace base

#pragma once

/// The shape that every tool's output schema has, so that each client of either generation takes a
/// success and a failure (decision 9): the members of a success and `error`, one set required.

#include <string>
#include <string_view>

namespace tools {

/// `properties` are a success's members as JSON schema properties, `required` the names of those
/// that are always there, both without their outer braces or brackets.
std::string output_schema(std::string_view properties, std::string_view required);

}  // namespace tools

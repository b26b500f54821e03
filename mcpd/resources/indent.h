#pragma once

#include <string>
#include <string_view>

namespace resources {

/// The JSON text `compact`, which holds no blank between its tokens, with one member or element a
/// line and two blanks for each level. Linear; keeps every string as it is.
std::string indent_json(std::string_view compact);

}  // namespace resources

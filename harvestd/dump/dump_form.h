#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mirror {

/// What a dump is, by its first bytes (some thousands, or all there are), when that is something
/// else than lines of JSON: said of it, with what to do: `is compressed with xz: ...`. Nothing for
/// what may be lines of JSON, and for what is nothing known. Pure.
std::optional<std::string> other_form(std::string_view begin);

}  // namespace mirror

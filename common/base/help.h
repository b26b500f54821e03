#pragma once

/// Makes --help readable. CLI11 writes each description on one line however long; these wrap it
/// under its column.

#include <string>
#include <string_view>

namespace base {

/// Cells of a line of help.
inline constexpr std::size_t kHelpWidth = 80;
/// Where CLI11 starts descriptions, its default.
inline constexpr std::size_t kHelpColumn = 30;

/// `help` with lines over kHelpWidth broken at blanks; what follows an option or a command goes
/// under its description. Runs of blank lines become one, and one parts `Usage:` from the text
/// above it.
std::string wrap_help(std::string_view help);

/// Lets `app`, a CLI11 App, and the commands added to it from now on print their help so. A
/// template so that CLI11 is included by main files alone.
template <class App>
void use_readable_help(App& app) {
  app.formatter_fn([plain = app.get_formatter()](const App* shown, std::string name, auto mode) {
    return wrap_help(plain->make_help(shown, name, mode));
  });
}

}  // namespace base

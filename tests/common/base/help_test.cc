#include "common/base/help.h"

#include <functional>
#include <memory>

#include <doctest/doctest.h>

#include "common/base/text.h"
#include "common/base/utf8.h"

namespace {

TEST_CASE("short help stays as it is, but for runs of blank lines") {
  CHECK(base::wrap_help("") == "");
  CHECK(base::wrap_help("one\n") == "one\n");
  CHECK(base::wrap_help("one") == "one\n");
  CHECK(base::wrap_help("About.\nUsage: x\n") == "About.\n\nUsage: x\n");
  CHECK(base::wrap_help("About.\n\nUsage: x\n") == "About.\n\nUsage: x\n");
  CHECK(base::wrap_help("Usage: x\n") == "Usage: x\n");
  CHECK(base::wrap_help("\n\none\n\n\n  two\n \n\nthree\n\n\n") == "one\n\n  two\n\nthree\n");
}

TEST_CASE("prose is wrapped at the margin, descriptions under their column") {
  const std::string words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu";
  const std::string help = words + " " + words + "\n  --option TEXT               " + words + "\n";
  CHECK(base::wrap_help(help) ==
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu alpha beta\n"
        "gamma delta epsilon zeta eta theta iota kappa lambda mu nu\n"
        "  --option TEXT               alpha beta gamma delta epsilon zeta eta theta iota\n"
        "                              kappa lambda mu nu\n");
}

TEST_CASE("nothing but blanks is lost, and what can be broken fits") {
  std::string help;
  for (int i = 1; i < 200; ++i) {
    help += std::string(static_cast<std::size_t>(i % 30), i % 2 == 0 ? ' ' : 'x') + " \xC3\xA9" +
            std::string(static_cast<std::size_t>(i), 'y') + (i % 7 == 0 ? "\n" : " ");
  }
  const std::string wrapped = base::wrap_help(help);
  CHECK(base::split_words(wrapped) == base::split_words(help));
  for (const std::string_view line : base::split(wrapped, '\n')) {
    CHECK(
        (base::count_code_points(line) <= base::kHelpWidth || base::split_words(line).size() == 1));
  }
}

/// Stands in for CLI11's App and its formatter.
struct FakeApp {
  struct Formatter {
    std::string make_help(const FakeApp*, const std::string& name, int mode) const {
      return name + std::to_string(mode) + "\n\n\n";
    }
  };
  std::shared_ptr<Formatter> get_formatter() const { return std::make_shared<Formatter>(); }
  void formatter_fn(std::function<std::string(const FakeApp*, std::string, int)> made) {
    format = std::move(made);
  }
  std::function<std::string(const FakeApp*, std::string, int)> format;
};

TEST_CASE("an app's help goes through the wrapping") {
  FakeApp app;
  base::use_readable_help(app);
  CHECK(app.format(&app, "name", 7) == "name7\n");
}

}  // namespace

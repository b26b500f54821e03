#pragma once

/// Line breaks in a row (contract 5.5, pass 7): of two `<br>` or more with nothing but white space
/// between and behind them, one and a line feed are left.

#include <string>
#include <string_view>

namespace fulltext {

/// Watches what is appended to one text, which outlives it.
class BreakRun {
 public:
  explicit BreakRun(std::string& out) : out_(out) {}

  /// A `<br>` was appended, from `begin` on.
  void begin(std::size_t begin);
  /// A `<br>` comes: true when it belongs to a run, which then has the form of one.
  bool join();
  /// Something else than text comes.
  void end() { breaks_ = 0; }
  /// What of `text`, which comes, is to be appended.
  std::string_view pass_text(std::string_view text);

 private:
  std::string& out_;
  std::size_t begin_ = 0;
  int breaks_ = 0;  // none, one, or 2 for more
};

}  // namespace fulltext

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "tests/query_model/query.h"

namespace query_model {

/// Reads one query by descent: operands and operators up to a closing parenthesis, grouped to the
/// right.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  /// False for a text that is no query.
  bool run();

  std::vector<Query::Node> nodes;  ///< the root is the last one

 private:
  using Place = std::optional<std::size_t>;  ///< of a node; nothing where the text is wrong

  Place compound(int depth);
  Place operand(int depth);
  Place text_operand(Operand operand);
  Place range_operand(Operand operand);
  Operator joint();
  Place add(Operand operand);

  void skip_blanks();
  bool at_end() const { return at_ == text_.size(); }
  bool stands_here(char c) const { return !at_end() && text_[at_] == c; }
  std::string_view word_here() const;
  std::string_view prefix_here() const;

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace query_model

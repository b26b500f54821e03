#pragma once

/// What an answer says about itself beside its data: totals, paging, origin. Each fact is stated
/// once here and appears on both surfaces: as a member of the structured content and as a line of
/// the closing text block (contract 1.1).

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/json.h"

namespace tools {

class Enrichment {
 public:
  /// `label` heads the line; the member's own name does where it is empty.
  void add(std::string_view name, std::string_view value, std::string_view label = "");
  /// `shown` is what the line says where the bare number would not do.
  void add(std::string_view name, std::int64_t value, std::string_view label = "",
           std::string_view shown = "");
  /// A flag that is only ever stated when it is true.
  void add_flag(std::string_view name);
  /// Guidance for the caller; its line is a quotation.
  void add_notice(std::string text);

  /// Appends the members to the open object of `out`.
  void write(json::Writer& out) const;
  /// One line a fact, in the order in which they were added.
  std::string text() const;

 private:
  struct Fact {
    std::string name;
    std::string json;
    std::string line;
  };
  std::vector<Fact> facts_;
};

}  // namespace tools

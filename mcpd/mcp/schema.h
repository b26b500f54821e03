#pragma once

/// JSON Schemas of tools: the part that draft-07 and 2020-12 share and that this project uses. A
/// schema that is published is the one that validates, so a keyword that is not understood is
/// refused when the schema is made rather than ignored when it is used.

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/json.h"

namespace mcp {

/// One step into a value: a member's name or an index.
using PathStep = std::variant<std::string, std::size_t>;
using Path = std::vector<PathStep>;

/// `paper_ids[3]`; empty for the root.
std::string to_text(const Path& path);

enum class Problem {
  kType,     ///< a value of a type the schema does not admit
  kMissing,  ///< a required member is absent
  kUnknown,  ///< a member the schema does not admit
  kValue,    ///< the right type, but outside the bounds
};

/// One way in which a value fails its schema.
struct Issue {
  Problem problem;
  Path path;            ///< of the value, or of the absent member
  std::string message;  ///< what it has to be, to stand behind the path: "must be an integer"
  const json::Value* schema = nullptr;  ///< the sub-schema that failed; lives as long as the Schema
  bool optional = false;                ///< the value is a member that may be absent
};

/// Everything that is wrong with a value, in the order of the schema.
struct Findings {
  std::vector<Issue> issues;  ///< the first kMaximumIssues
  std::size_t count = 0;      ///< all of them
};

inline constexpr std::size_t kMaximumIssues = 1000;

/// Immutable; any thread may use it. Recursion goes as deep as the schema, never as the value.
///
/// Understood: type (a word or a list of words), properties, required, additionalProperties
/// (a boolean), enum, minimum, maximum, minLength and maxLength (in code points), items, minItems,
/// maxItems, anyOf. Not validated: title, description, default, examples, $schema, $comment.
class Schema {
 public:
  /// Throws std::invalid_argument for a text that is not such a schema.
  explicit Schema(std::string_view text);

  const json::Value& root() const { return document_; }
  /// The schema in its shortest writing.
  std::string to_json() const { return json::write(document_); }

  Findings validate(const json::Value& value) const;

  /// Gives a valid `value` the defaults of absent members, and writes whole numbers where the
  /// schema wants integers as such (2.0 becomes 2).
  void complete(json::Value& value, json::Document::AllocatorType& allocator) const;

  /// The names of the root's properties, in order.
  std::vector<std::string_view> property_names() const;

 private:
  json::Document document_;
};

/// The type words of a sub-schema, in order; empty when any type will do.
std::vector<std::string_view> types_of(const json::Value& schema);

}  // namespace mcp

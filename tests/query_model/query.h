#pragma once

/// arXiv's query language answered paper by paper, by the plainest means: what searches are held
/// against, and how the local arXiv searches. Words match whole; see words.h.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/query_model/words.h"

namespace query_model {

/// A paper as the mirror stores it.
struct Paper {
  std::string id;  ///< without version
  std::string title;
  std::string authors;
  std::string abstract;
  std::string comment;
  std::string journal_ref;
  std::string categories;  ///< separated by blanks
  std::string published;   ///< YYYY-MM-DDTHH:MM:SS.000Z
  std::string updated;
};

enum class Field { kTitle, kAuthors, kAbstract, kComment, kJournalRef, kAny };

/// Words in their order.
struct Text {
  Text() = default;
  explicit Text(std::string_view text) : words(words_of(text)), mask(mask_of(words)) {}
  std::vector<Word> words;
  std::uint64_t mask = 0;
};

/// A paper made ready to be looked at often.
class Document {
 public:
  explicit Document(const Paper& paper);
  const Text& text(Field field) const { return fields_[static_cast<std::size_t>(field)]; }
  const std::vector<std::string>& codes() const { return codes_; }
  const std::string& id() const { return id_; }
  const std::string& published() const { return published_; }
  const std::string& updated() const { return updated_; }

 private:
  Text fields_[static_cast<std::size_t>(Field::kAny)];
  std::vector<std::string> codes_;
  std::string id_;
  std::string published_;
  std::string updated_;
};

/// Something that stands between operators.
struct Operand {
  enum class Kind { kText, kCategory, kSubmitted, kUpdated, kIdentifier, kNothing };
  Kind kind = Kind::kNothing;
  Field field = Field::kAny;
  Text words;                      ///< of a kText, side by side
  Text author_words;               ///< the same as the index of authors spells them
  bool is_prefix = false;          ///< the last word may go on: `graph*`
  std::vector<std::string> codes;  ///< of a kCategory
  std::string value;               ///< of a kIdentifier
  std::string from;                ///< of a kSubmitted or kUpdated, both inclusive
  std::string to;
};

bool matches(const Operand& operand, const Document& document);

enum class Operator { kAnd, kOr, kAndNot };

class Query {
 public:
  /// A compound, or an operand. Children stand before it.
  struct Node {
    std::optional<Operand> operand;
    Operator joint = Operator::kAnd;
    std::size_t left = 0;
    std::size_t right = 0;
  };

  /// Nothing for a text that is no query: parentheses or quotes without partner, an operator or a
  /// prefix without operand, an unreal date.
  static std::optional<Query> parse(std::string_view text);

  /// The query AND a `cat:` operand. Empty: as it is.
  Query& in_category(std::string_view category);
  /// The query AND days of first submission, YYYY-MM-DD, the last one up to its midnight. Empty:
  /// open.
  Query& submitted(std::string_view from, std::string_view to);

  bool matches(const Document& document) const;
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  explicit Query(std::vector<Node> nodes) : nodes_(std::move(nodes)) {}
  void narrow(Operand operand);

  std::vector<Node> nodes_;
};

}  // namespace query_model

#include "mcpd/fulltext/text_walk.h"

#include <vector>

#include "common/base/utf8.h"
#include "mcpd/fulltext/character_references.h"
#include "mcpd/fulltext/html_tokenizer.h"
#include "mcpd/fulltext/tag_names.h"

namespace fulltext {
namespace {

using Kind = HtmlToken::Kind;

/// True of elements within a line of text.
bool is_inline(std::uint64_t name) {
  switch (name) {
    case name_code("a"):
    case name_code("abbr"):
    case name_code("b"):
    case name_code("cite"):
    case name_code("code"):
    case name_code("em"):
    case name_code("font"):
    case name_code("i"):
    case name_code("kbd"):
    case name_code("mark"):
    case name_code("q"):
    case name_code("s"):
    case name_code("small"):
    case name_code("span"):
    case name_code("strong"):
    case name_code("sub"):
    case name_code("sup"):
    case name_code("tt"):
    case name_code("u"):
    case name_code("var"):
    case name_code("wbr"):
      return true;
    default:
      return false;
  }
}

/// True of a tag that does not part the words around it.
bool joins(const HtmlToken& token) {
  return token.kind != Kind::kComment && is_inline(token.code);
}

class Walk {
 public:
  Walk(std::string_view body, const TextVisitor& visit) : body_(body), visit_(visit) {
    piece_.reserve(kPiece);
  }

  /// False when the visitor has ended the walk.
  bool plain(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const auto [code_point, next] = base::code_point_at(body_, at);
      if (!take({code_point, at})) return false;
      at = next;
    }
    return true;
  }

  bool html(std::size_t begin, std::size_t end) {
    HtmlTokenizer tokens(body_.substr(begin, end - begin));
    for (HtmlToken token; tokens.next(token);) {
      const auto at = static_cast<std::size_t>(token.source.data() - body_.data());
      const bool goes_on = token.kind == Kind::kText ? referring(at, at + token.source.size())
                                                     : joins(token) || take({' ', at});
      if (!goes_on) return false;
    }
    return true;
  }

  void finish() {
    if (!piece_.empty()) visit_(piece_);
  }

 private:
  static constexpr std::size_t kPiece = 4096;

  bool take(Character character) {
    piece_.push_back(character);
    if (piece_.size() < kPiece) return true;
    const bool goes_on = visit_(piece_);
    piece_.clear();
    return goes_on;
  }

  bool referring(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const auto reference =
          body_[at] == '&' ? read_character_reference(body_.substr(at, end - at)) : std::nullopt;
      const auto [code_point, next] = base::code_point_at(body_, at);
      if (!take({reference ? reference->code_point : code_point, at})) return false;
      at = reference ? at + reference->size : next;
    }
    return true;
  }

  std::string_view body_;
  const TextVisitor& visit_;
  std::vector<Character> piece_;
};

}  // namespace

void walk_html(std::string_view body, const std::deque<ByteRange>& formulas,
               const TextVisitor& visit) {
  Walk walk(body, visit);
  std::size_t at = 0;
  for (const ByteRange& formula : formulas) {
    if (!walk.html(at, formula.begin) || !walk.plain(formula.begin, formula.end)) return;
    at = formula.end;
  }
  if (walk.html(at, body.size())) walk.finish();
}

void walk_text(std::string_view body, const TextVisitor& visit) {
  Walk walk(body, visit);
  if (walk.plain(0, body.size())) walk.finish();
}

}  // namespace fulltext

#include "mcpd/fulltext/text_walk.h"

#include "common/base/utf8.h"
#include "mcpd/fulltext/character_references.h"
#include "mcpd/fulltext/html_tokenizer.h"
#include "mcpd/fulltext/tag_names.h"

namespace fulltext {
namespace {

using Kind = HtmlToken::Kind;

/// Elements within a line of text.
bool is_inline(std::string_view name) {
  switch (name_code(name)) {
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

class Walk {
 public:
  Walk(std::string_view body, const TextVisitor& visit) : body_(body), visit_(visit) {}

  /// False when the visitor has ended the walk.
  bool plain(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const auto [code_point, next] = base::code_point_at(body_, at);
      if (!visit_(code_point, at)) return false;
      at = next;
    }
    return true;
  }

  bool html(std::size_t begin, std::size_t end) {
    HtmlTokenizer tokens(body_.substr(begin, end - begin));
    for (HtmlToken token; tokens.next(token);) {
      const auto at = static_cast<std::size_t>(token.source.data() - body_.data());
      const bool goes_on = token.kind == Kind::kText ? referring(at, at + token.source.size())
                                                     : is_inline(token.name) || visit_(' ', at);
      if (!goes_on) return false;
    }
    return true;
  }

 private:
  bool referring(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const auto reference =
          body_[at] == '&' ? read_character_reference(body_.substr(at, end - at)) : std::nullopt;
      const auto [code_point, next] = base::code_point_at(body_, at);
      if (!visit_(reference ? reference->code_point : code_point, at)) return false;
      at = reference ? at + reference->size : next;
    }
    return true;
  }

  std::string_view body_;
  const TextVisitor& visit_;
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
  walk.html(at, body.size());
}

void walk_text(std::string_view body, const TextVisitor& visit) {
  Walk(body, visit).plain(0, body.size());
}

}  // namespace fulltext

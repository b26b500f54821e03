#include "mcpd/fulltext/formula.h"

#include <algorithm>

#include "common/base/text.h"
#include "mcpd/fulltext/character_references.h"
#include "mcpd/fulltext/tag_names.h"

namespace fulltext {
namespace {

using Kind = HtmlToken::Kind;

bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), base::is_space);
}

/// Elements that never stand in a formula at all, not even in its text.
bool parts_page(std::uint64_t name) {
  switch (name) {
    case name_code("article"):
    case name_code("body"):
    case name_code("h1"):
    case name_code("h2"):
    case name_code("h3"):
    case name_code("h4"):
    case name_code("h5"):
    case name_code("h6"):
    case name_code("html"):
    case name_code("section"):
      return true;
    default:
      return false;
  }
}

/// Elements of HTML that never stand in a formula but where it holds text.
bool is_of_page(std::uint64_t name) {
  switch (name) {
    case name_code("b"):
    case name_code("br"):
    case name_code("dd"):
    case name_code("div"):
    case name_code("dl"):
    case name_code("dt"):
    case name_code("em"):
    case name_code("figure"):
    case name_code("footer"):
    case name_code("i"):
    case name_code("img"):
    case name_code("li"):
    case name_code("ol"):
    case name_code("p"):
    case name_code("span"):
    case name_code("table"):
    case name_code("td"):
    case name_code("tr"):
    case name_code("ul"):
      return true;
    default:
      return parts_page(name);
  }
}

/// Elements of MathML whose content may be HTML.
bool holds_text(const HtmlToken& tag) {
  switch (tag.code) {
    case name_code("mi"):
    case name_code("mn"):
    case name_code("mo"):
    case name_code("ms"):
    case name_code("mtext"):
      return true;
    default:
      return base::equal_ignoring_case(tag.name, "annotation-xml");
  }
}

bool is_tex_annotation(const HtmlToken& token) {
  if (!base::equal_ignoring_case(token.name, "annotation")) return false;
  HtmlAttributes attributes(token.inside);
  for (HtmlAttribute each; attributes.next(each);) {
    if (name_code(each.name) == name_code("encoding"))
      return base::equal_ignoring_case(base::trim(each.value), "application/x-tex");
  }
  return false;
}

/// Appends the characters of an annotation, which XML may write as one CDATA section.
void append_annotation(std::string& out, std::string_view content) {
  constexpr std::string_view kBegin = "<![CDATA[";
  constexpr std::string_view kEnd = "]]>";
  const std::string_view section = base::trim(content);
  if (section.starts_with(kBegin) && section.ends_with(kEnd)) {
    out += section.substr(kBegin.size(), section.size() - kBegin.size() - kEnd.size());
  } else {
    append_decoded(out, content);
  }
}

class FormulaReader {
 public:
  FormulaReader(HtmlTokenizer& tokens, HtmlToken& token, Formula& formula)
      : tokens_(tokens), token_(token), formula_(formula) {}

  bool read() {
    read_start();
    const bool broken_off = !token_.closes_itself && read_content();
    if (is_blank(formula_.tex)) append_decoded(formula_.tex, alternative_);
    return broken_off;
  }

 private:
  void read_start() {
    HtmlAttributes attributes(token_.inside);
    for (HtmlAttribute each; attributes.next(each);) {
      if (name_code(each.name) == name_code("alttext")) alternative_ = each.value;
      if (name_code(each.name) == name_code("display"))
        formula_.display = base::equal_ignoring_case(base::trim(each.value), "block");
    }
  }

  /// True when `token_` is of the page again.
  bool read_content() {
    while (tokens_.next(token_)) {
      if (token_.kind == Kind::kStartTag) {
        if (begins_other()) return true;
        if (!token_.closes_itself) enter();
      } else if (token_.kind == Kind::kEndTag) {
        if (leave()) return false;
        if (is_outside()) return true;
      }
    }
    return false;
  }

  bool is_outside() const {
    return texts_ == 0 ? is_of_page(token_.code) : parts_page(token_.code);
  }

  bool begins_other() const {
    return is_outside() || (texts_ == 0 && token_.code == name_code("math"));
  }

  void enter() {
    if (token_.code == name_code("math")) {
      ++inner_;
    } else if (holds_text(token_)) {
      ++texts_;
    } else if (inner_ == 0 && is_tex_annotation(token_)) {
      const auto content = tokens_.take_content("annotation", "math");
      if (content && is_blank(formula_.tex)) append_annotation(formula_.tex, *content);
    }
  }

  /// True at the end of the formula.
  bool leave() {
    if (token_.code == name_code("math")) return inner_-- == 0;
    if (texts_ > 0 && holds_text(token_)) --texts_;
    return false;
  }

  HtmlTokenizer& tokens_;
  HtmlToken& token_;
  Formula& formula_;
  std::string_view alternative_;
  std::size_t inner_ = 0;  // formulas open in the text of this one
  std::size_t texts_ = 0;  // elements open whose content may be HTML
};

}  // namespace

bool read_formula(HtmlTokenizer& tokens, HtmlToken& token, Formula& formula) {
  return FormulaReader(tokens, token, formula).read();
}

}  // namespace fulltext

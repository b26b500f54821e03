#include "mcpd/fulltext/page_cut.h"

#include <optional>

#include "mcpd/fulltext/character_references.h"
#include "mcpd/fulltext/html_tokenizer.h"
#include "mcpd/fulltext/tag_names.h"

namespace fulltext {
namespace {

std::string_view attribute_of(const HtmlToken& token, std::string_view name) {
  HtmlAttributes attributes(token.inside);
  for (HtmlAttribute each; attributes.next(each);) {
    if (name_code(each.name) == name_code(name)) return each.value;
  }
  return {};
}

class Cutter {
 public:
  explicit Cutter(std::string_view page) : page_(page), tokens_(page) {}

  PageCut cut() {
    for (HtmlToken token; !cut_.article && tokens_.next(token);)
      note(token);
    if (!cut_.article) cut_.part = main_.value_or(body_.value_or(head_.value_or(page_)));
    return std::move(cut_);
  }

 private:
  std::string_view from(std::string_view place) const {
    return page_.substr(static_cast<std::size_t>(place.data() - page_.data()));
  }
  std::string_view behind(const HtmlToken& token) const {
    return from(token.source).substr(token.source.size());
  }

  void note(const HtmlToken& token) {
    if (token.kind == HtmlToken::Kind::kStartTag) note_start(token);
    const bool head_ends =
        token.kind == HtmlToken::Kind::kEndTag && token.code == name_code("head");
    if (head_ends && !head_) head_ = behind(token);
  }

  void note_start(const HtmlToken& token) {
    switch (token.code) {
      case name_code("article"):
        cut_.article = true;
        cut_.part = from(token.source);
        break;
      case name_code("div"):
        if (!main_ && attribute_of(token, "class").starts_with("ltx_page_main"))
          main_ = from(token.source);
        break;
      case name_code("body"):
        if (!body_) body_ = behind(token);
        break;
      case name_code("base"):
        if (cut_.base_href.empty()) append_decoded(cut_.base_href, attribute_of(token, "href"));
        break;
      default:
        break;
    }
  }

  std::string_view page_;
  HtmlTokenizer tokens_;
  PageCut cut_;
  std::optional<std::string_view> main_;
  std::optional<std::string_view> body_;
  std::optional<std::string_view> head_;
};

}  // namespace

PageCut cut_page(std::string_view page) {
  return Cutter(page).cut();
}

}  // namespace fulltext

#include "mcpd/fulltext/html_tokenizer.h"

#include <algorithm>
#include <array>

#include "common/base/text.h"

namespace fulltext {
namespace {

using Kind = HtmlToken::Kind;

constexpr std::size_t kNone = std::string_view::npos;

// Their content is text, up to their own end tag.
constexpr std::array<std::string_view, 8> kRawTextElements = {
    "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"};

bool is_raw_text_element(std::string_view name) {
  if (name.size() < 3 || name.size() > 8) return false;
  return std::any_of(kRawTextElements.begin(), kRawTextElements.end(),
                     [name](std::string_view each) {
                       return each.size() == name.size() && base::equal_ignoring_case(each, name);
                     });
}

constexpr bool ends_name(char c) {
  return base::is_space(c) || c == '/' || c == '>';
}

/// Bytes at which the inside of a tag changes its meaning.
constexpr std::array<bool, 256> make_tag_marks() {
  std::array<bool, 256> marks{};
  marks['>'] = marks['='] = true;
  return marks;
}
constexpr std::array<bool, 256> kTagMarks = make_tag_marks();

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && base::is_space(text[at]))
    ++at;
  return at;
}

/// Behind the value that begins at `at`; kNone where its closing quote is missing.
std::size_t value_end(std::string_view text, std::size_t at) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const std::size_t quote = text.find(text[at], at + 1);
    return quote == kNone ? kNone : quote + 1;
  }
  while (at < text.size() && !base::is_space(text[at]) && text[at] != '>')
    ++at;
  return at;
}

/// The `>` of the tag whose attributes begin at `at`; kNone where there is none.
std::size_t tag_end(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    while (at < text.size() && !kTagMarks[static_cast<unsigned char>(text[at])])
      ++at;
    if (at == text.size()) return kNone;
    if (text[at] == '>') return at;
    at = value_end(text, skip_space(text, at + 1));
  }
  return kNone;
}

}  // namespace

bool HtmlTokenizer::next(HtmlToken& token) {
  if (!raw_element_.empty() && read_raw_text(token)) return true;
  if (at_ == page_.size()) return false;
  if (begins_markup(at_)) {
    read_markup(token);
  } else {
    read_text(token);
  }
  return true;
}

void HtmlTokenizer::take(std::size_t end, HtmlToken& token) {
  token.source = page_.substr(at_, end - at_);
  at_ = end;
}

bool HtmlTokenizer::begins_markup(std::size_t at) const {
  if (page_[at] != '<' || at + 1 == page_.size()) return false;
  const char c = page_[at + 1];
  return base::is_letter(c) || c == '/' || c == '!' || c == '?';
}

void HtmlTokenizer::read_text(HtmlToken& token) {
  std::size_t end = at_;
  do {
    end = std::min(page_.find('<', end + 1), page_.size());
  } while (end < page_.size() && !begins_markup(end));
  token.kind = Kind::kText;
  take(end, token);
}

/// True when an end tag of `name` begins at `at`.
bool HtmlTokenizer::ends_element(std::size_t at, std::string_view name) const {
  const std::string_view rest = page_.substr(at + 2);
  return rest.size() > name.size() && ends_name(rest[name.size()]) &&
         base::equal_ignoring_case(rest.substr(0, name.size()), name);
}

/// False when the element is empty.
bool HtmlTokenizer::read_raw_text(HtmlToken& token) {
  std::size_t end = page_.find("</", at_);
  while (end != kNone && !ends_element(end, raw_element_))
    end = page_.find("</", end + 2);
  raw_element_ = {};
  if (end == at_) return false;
  token.kind = Kind::kText;
  take(std::min(end, page_.size()), token);
  return true;
}

std::optional<std::string_view> HtmlTokenizer::take_content(std::string_view name,
                                                            std::string_view outer) {
  std::size_t end = content_ends_ ? page_.find("</", at_) : kNone;
  while (end != kNone && !ends_element(end, name) && !ends_element(end, outer))
    end = page_.find("</", end + 2);
  // There is none further on either; to look again each time would take too long.
  content_ends_ = end != kNone;
  if (!content_ends_) return std::nullopt;
  const std::string_view content = page_.substr(at_, end - at_);
  at_ = end;
  return content;
}

void HtmlTokenizer::read_markup(HtmlToken& token) {
  const char c = page_[at_ + 1];
  const bool is_end_tag = c == '/' && at_ + 2 < page_.size() && base::is_letter(page_[at_ + 2]);
  if (base::is_letter(c) || is_end_tag) {
    token.kind = is_end_tag ? Kind::kEndTag : Kind::kStartTag;
    read_tag(token);
  } else {
    token.kind = Kind::kComment;
    read_declaration(token);
  }
}

void HtmlTokenizer::read_tag(HtmlToken& token) {
  const std::size_t begin = at_ + (token.kind == Kind::kEndTag ? 2 : 1);
  std::size_t behind_name = begin;
  while (behind_name < page_.size() && !ends_name(page_[behind_name]))
    ++behind_name;
  const std::size_t end = tag_end(page_, behind_name);
  if (end == kNone) {
    token.kind = Kind::kComment;
    return take(page_.size(), token);
  }
  token.name = page_.substr(begin, behind_name - begin);
  token.inside = page_.substr(behind_name, end - behind_name);
  take(end + 1, token);
  // As XML is written: a script that closes itself has no text.
  if (token.kind == Kind::kStartTag && !token.closes_itself() && is_raw_text_element(token.name))
    raw_element_ = token.name;
}

void HtmlTokenizer::read_declaration(HtmlToken& token) {
  constexpr std::string_view kComment = "<!--";
  constexpr std::string_view kCdata = "<![CDATA[";
  constexpr std::string_view kCdataEnd = "]]>";
  const std::string_view rest = page_.substr(at_);
  if (rest.starts_with(kCdata)) {
    read_until(kCdataEnd, kCdata.size(), token);
    token.kind = Kind::kCdata;
    token.inside = token.source.substr(kCdata.size());
    if (token.inside.ends_with(kCdataEnd)) token.inside.remove_suffix(kCdataEnd.size());
  } else if (rest.starts_with("<!-->") || rest.starts_with("<!--->")) {
    read_until(">", kComment.size(), token);
  } else if (rest.starts_with(kComment)) {
    read_until("-->", kComment.size(), token);
  } else {
    read_until(">", 2, token);
  }
}

/// Takes what ends with the first `end` that begins at least `from` bytes behind the token's begin.
void HtmlTokenizer::read_until(std::string_view end, std::size_t from, HtmlToken& token) {
  const std::size_t found = page_.find(end, at_ + from);
  take(found == kNone ? page_.size() : found + end.size(), token);
}

bool HtmlAttributes::next(HtmlAttribute& attribute) {
  while (at_ < inside_.size() && (base::is_space(inside_[at_]) || inside_[at_] == '/'))
    ++at_;
  if (at_ == inside_.size()) return false;
  const std::size_t begin = at_++;  // a name may begin with `=`
  while (at_ < inside_.size() && !ends_name(inside_[at_]) && inside_[at_] != '=')
    ++at_;
  attribute.name = inside_.substr(begin, at_ - begin);
  attribute.value = {};
  const std::size_t equals = skip_space(inside_, at_);
  if (equals < inside_.size() && inside_[equals] == '=')
    read_value(skip_space(inside_, equals + 1), attribute);
  attribute.source = inside_.substr(begin, at_ - begin);
  return true;
}

void HtmlAttributes::read_value(std::size_t begin, HtmlAttribute& attribute) {
  at_ = std::min(value_end(inside_, begin), inside_.size());
  attribute.value = inside_.substr(begin, at_ - begin);
  const bool quoted = attribute.value.size() >= 2 &&
                      (attribute.value.front() == '"' || attribute.value.front() == '\'');
  if (quoted) attribute.value = attribute.value.substr(1, attribute.value.size() - 2);
}

}  // namespace fulltext

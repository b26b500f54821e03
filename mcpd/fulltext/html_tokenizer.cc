#include "mcpd/fulltext/html_tokenizer.h"

#include <algorithm>
#include <array>

#include "common/base/text.h"
#include "mcpd/fulltext/tag_names.h"

namespace fulltext {
namespace {

using Kind = HtmlToken::Kind;

constexpr std::size_t kNone = std::string_view::npos;

/// True of elements whose content is text, up to their own end tag.
bool is_raw_text_element(std::uint64_t code) {
  switch (code) {
    case name_code("script"):
    case name_code("style"):
    case name_code("title"):
    case name_code("textarea"):
    case name_code("xmp"):
    case name_code("iframe"):
    case name_code("noembed"):
    case name_code("noframes"):
      return true;
    default:
      return false;
  }
}

/// Sets of bytes, looked up once for each byte of a tag.
using ByteSet = std::array<bool, 256>;

constexpr ByteSet make_set(std::string_view members) {
  ByteSet set{};
  for (const char c : members)
    set[static_cast<unsigned char>(c)] = true;
  return set;
}
constexpr ByteSet kSpace = make_set(" \t\n\r\f\v");
constexpr ByteSet kEndsName = make_set(" \t\n\r\f\v/>");
constexpr ByteSet kEndsAttributeName = make_set(" \t\n\r\f\v/>=");
constexpr ByteSet kEndsValue = make_set(" \t\n\r\f\v>");
constexpr ByteSet kTagMarks = make_set(">=");

constexpr bool holds(const ByteSet& set, char c) {
  return set[static_cast<unsigned char>(c)];
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && holds(kSpace, text[at]))
    ++at;
  return at;
}

/// The first byte of `set` from `at` on, or the end.
std::size_t find_any(std::string_view text, std::size_t at, const ByteSet& set) {
  while (at < text.size() && !holds(set, text[at]))
    ++at;
  return at;
}

/// The first `c` from `at` on, or the end. Most are near, where a call costs more than a look.
std::size_t find_byte(std::string_view text, std::size_t at, char c) {
  constexpr std::size_t kNear = 16;
  const std::size_t near = std::min(text.size(), at + kNear);
  for (; at < near; ++at) {
    if (text[at] == c) return at;
  }
  return std::min(text.find(c, at), text.size());
}

/// Behind the value that begins at `at`; kNone where its closing quote is missing.
std::size_t value_end(std::string_view text, std::size_t at) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const std::size_t quote = find_byte(text, at + 1, text[at]);
    return quote == text.size() ? kNone : quote + 1;
  }
  return find_any(text, at, kEndsValue);
}

/// Behind the comment whose text begins at `at`: behind `-->` or `--!>`, or the end.
std::size_t comment_end(std::string_view text, std::size_t at) {
  for (std::size_t end = text.find("--", at); end != kNone; end = text.find("--", end + 1)) {
    const std::string_view rest = text.substr(end + 2);
    if (rest.starts_with(">")) return end + 3;
    if (rest.starts_with("!>")) return end + 4;
  }
  return text.size();
}

struct TagEnd {
  std::size_t at = kNone;  ///< the `>`; kNone where there is none
  bool in_value = false;   ///< a value without quotes stands right before it
};

/// True of the `=` at `at` with which a name begins: nothing stands before it, or a value that ends
/// at `value_end`.
bool begins_name(std::string_view text, std::size_t begin, std::size_t at, std::size_t value_end) {
  while (at > begin && holds(kSpace, text[at - 1]))
    --at;
  return at == begin || at == value_end || text[at - 1] == '/';
}

/// The end of the tag whose attributes begin at `begin`.
TagEnd tag_end(std::string_view text, std::size_t begin) {
  std::size_t bare_value = kNone;  // where the last one ends that has no quotes
  for (std::size_t at = begin, last_value = kNone; at < text.size(); last_value = at) {
    at = find_any(text, at, kTagMarks);
    while (at < text.size() && text[at] == '=' && begins_name(text, begin, at, last_value))
      at = find_any(text, at + 1, kTagMarks);
    if (at == text.size()) break;
    if (text[at] == '>') return {at, at == bare_value};
    const std::size_t value = skip_space(text, at + 1);
    at = value_end(text, value);
    bare_value = value < text.size() && (text[value] == '"' || text[value] == '\'') ? kNone : at;
  }
  return {};
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
    end = find_byte(page_, end + 1, '<');
  } while (end < page_.size() && !begins_markup(end));
  token.kind = Kind::kText;
  take(end, token);
}

/// True when an end tag of `name` begins at `at`.
bool HtmlTokenizer::ends_element(std::size_t at, std::string_view name) const {
  const std::string_view rest = page_.substr(at + 2);
  return rest.size() > name.size() && holds(kEndsName, rest[name.size()]) &&
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

/// Answers where the name that begins at `begin` ends.
std::size_t HtmlTokenizer::read_name(std::size_t begin, HtmlToken& token) const {
  std::size_t end = begin;
  std::uint64_t code = 0;
  for (; end < page_.size() && !holds(kEndsName, page_[end]); ++end)
    code = append_to_code(code, page_[end]);
  token.name = page_.substr(begin, end - begin);
  token.code = token.name.size() > kLongestCode ? 0 : code;
  return end;
}

void HtmlTokenizer::read_tag(HtmlToken& token) {
  const std::size_t begin = at_ + (token.kind == Kind::kEndTag ? 2 : 1);
  const std::size_t behind_name = read_name(begin, token);
  const TagEnd end = tag_end(page_, behind_name);
  if (end.at == kNone) {
    token.kind = Kind::kComment;
    return take(page_.size(), token);
  }
  token.inside = page_.substr(behind_name, end.at - behind_name);
  token.closes_itself =
      token.kind == Kind::kStartTag && token.inside.ends_with('/') && !end.in_value;
  take(end.at + 1, token);
  // As XML is written: a script that closes itself has no text.
  if (token.kind == Kind::kStartTag && !token.closes_itself && is_raw_text_element(token.code))
    raw_element_ = token.name;
}

void HtmlTokenizer::read_declaration(HtmlToken& token) {
  constexpr std::string_view kComment = "<!--";
  constexpr std::string_view kCdata = "<![CDATA[";
  const std::string_view rest = page_.substr(at_);
  if (rest.starts_with(kCdata)) {
    read_until("]]>", kCdata.size(), token);
  } else if (rest.starts_with("<!-->") || rest.starts_with("<!--->")) {
    read_until(">", kComment.size(), token);
  } else if (rest.starts_with(kComment)) {
    take(comment_end(page_, at_ + kComment.size()), token);
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
  while (at_ < inside_.size() && (holds(kSpace, inside_[at_]) || inside_[at_] == '/'))
    ++at_;
  if (at_ == inside_.size()) return false;
  const std::size_t begin = at_;
  at_ = find_any(inside_, begin + 1, kEndsAttributeName);  // a name may begin with `=`
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

#pragma once

/// Tags, text and comments of an HTML page as it stands, however broken its markup is: the tokens
/// of the WHATWG HTML standard (13.2.5), each as a part of the page. No tree, no allocation.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fulltext {

struct HtmlToken {
  enum class Kind {
    kText,
    kStartTag,
    kEndTag,
    kComment,  ///< also a declaration, a CDATA section and what the standard takes for a comment
  };

  Kind kind = Kind::kText;
  std::string_view source;  ///< the whole token, as written
  std::string_view name;    ///< of a tag, as written
  std::uint64_t code = 0;   ///< of a tag: name_code() of its name
  std::string_view inside;  ///< of a start tag: its attributes
  /// True of a start tag that ends with a slash which is no part of a value.
  bool closes_itself = false;
};

/// One pass over one page, which outlives it. Each call reads on where the one before ended and
/// never goes back, so that a page takes time in proportion to its length.
///
/// What a script, a style, a title or a text area holds is one text token. A tag that the end of
/// the page breaks off is left out, as the standard has it.
class HtmlTokenizer {
 public:
  explicit HtmlTokenizer(std::string_view page) : page_(page) {}

  /// The next token; false at the end.
  bool next(HtmlToken& token);

  /// What stands before the next end tag of `name` or of `outer`, whatever it looks like; the end
  /// tag is the next token. Nothing where there is neither.
  std::optional<std::string_view> take_content(std::string_view name, std::string_view outer);

 private:
  bool read_raw_text(HtmlToken& token);
  void read_text(HtmlToken& token);
  void read_markup(HtmlToken& token);
  void read_tag(HtmlToken& token);
  std::size_t read_name(std::size_t begin, HtmlToken& token) const;
  void read_declaration(HtmlToken& token);
  void read_until(std::string_view end, std::size_t from, HtmlToken& token);
  void take(std::size_t end, HtmlToken& token);
  bool begins_markup(std::size_t at) const;
  bool ends_element(std::size_t at, std::string_view name) const;

  std::string_view page_;
  std::size_t at_ = 0;
  std::string_view raw_element_;  // whose text is to come, or empty
  bool content_ends_ = true;      // false when take_content() has found no end tag
};

struct HtmlAttribute {
  std::string_view source;  ///< as written, its quotes included
  std::string_view name;    ///< as written
  std::string_view value;   ///< between its quotes, its character references not decoded
};

/// The attributes of a start tag, from HtmlToken::inside.
class HtmlAttributes {
 public:
  explicit HtmlAttributes(std::string_view inside) : inside_(inside) {}

  bool next(HtmlAttribute& attribute);

 private:
  void read_value(std::size_t begin, HtmlAttribute& attribute);

  std::string_view inside_;
  std::size_t at_ = 0;
};

}  // namespace fulltext

#pragma once

/// The headings of a page, read while its cleaned body is written (contract 5.6).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mcpd/fulltext/cleaned_page.h"

namespace fulltext {

class HeadingReader {
 public:
  /// `body` is the text under way, which outlives this.
  explicit HeadingReader(const std::string& body) : body_(body) {}

  /// A heading's start tag comes. `structural`: its class makes it one of the eight kinds.
  /// `opening`: the byte of the body where the tags begin that open its section.
  void begin(int level, bool structural, std::size_t opening);
  /// Its end tag came, or what cannot stand in a heading.
  void end();
  /// Text of the page, its references not decoded, and TeX with its marks. Beside a heading they
  /// are passed over, as is what stands between begin_note() and end_note().
  void add_text(std::string_view text);
  void add_formula(std::string_view tex);
  void begin_note() { notes_ += open_ ? 1 : 0; }
  void end_note() { notes_ -= notes_ > 0 ? 1 : 0; }

  /// The headings that begin before code point `size` of the body: those of the eight kinds in a
  /// page of LaTeXML's, h2 to h4 in any other (decision 53).
  std::vector<Heading> take(bool latexml, std::size_t size);

 private:
  struct Found {
    Heading heading;
    bool structural = false;
  };

  bool takes_text() const;
  std::size_t code_points_before(std::size_t byte);

  const std::string& body_;
  std::vector<Found> found_;
  bool open_ = false;  // the last of found_
  int notes_ = 0;
  std::size_t counted_bytes_ = 0;
  std::size_t counted_points_ = 0;
};

}  // namespace fulltext

#pragma once

/// What cleaning leaves of a page.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace fulltext {

/// A heading of the paper.
struct Heading {
  std::string title;      ///< its text, white space collapsed; footnotes left out
  int level = 0;          ///< h1 = 0, h2 = 1, ...
  std::size_t start = 0;  ///< code points of the body before its tag
  std::size_t lead = 0;   ///< code points before `start` that are its section's opening tags
  bool operator==(const Heading&) const = default;
};

/// Bytes of the body, from `begin` up to `end`.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// What the page checks of contract 5.4 and decision 54 ask.
struct PageFacts {
  bool latexml = false;       ///< LaTeXML made it
  bool text = false;          ///< holds more to read than LaTeXML's words about its conversion
  bool headings = false;      ///< holds a heading of the eight kinds
  bool included_pdf = false;  ///< holds LaTeXML's stand-in for the pages of a PDF
  bool file_list = false;     ///< lists papers or files, and is none
};

struct CleanedPage {
  std::string body;
  std::size_t raw_characters = 0;   ///< code points of the paper's part of the page
  std::size_t body_characters = 0;  ///< code points of `body`
  std::vector<Heading> headings;  ///< of the eight kinds; h2 to h4 where LaTeXML had no part in it
  /// In order: TeX may hold `<` and `>`, and is no markup.
  std::deque<ByteRange> formulas;
  PageFacts facts;
};

}  // namespace fulltext

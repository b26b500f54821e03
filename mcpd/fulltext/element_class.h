#pragma once

/// What the `class` of an element says, of LaTeXML's classes those that arXiv's pages use.

#include <cstdint>
#include <string_view>

namespace fulltext {

struct ElementClass {
  /// What a span stands for in a table that LaTeXML wrote in spans.
  enum class Part : std::uint8_t { kNone, kTable, kRow, kHeader, kCell };
  /// What the ends of a span are to the words beside them.
  enum class Edge : std::uint8_t {
    kNone,   ///< nothing: a font or a colour, which may change within a word
    kToken,  ///< the end of a token of a program's listing, which may go on at once
    kBox,    ///< the end of a word: a number, a mark, a note, a name, a box
  };

  bool latexml = false;      ///< holds a class of LaTeXML
  bool structural = false;   ///< tells what part of a paper this is: the value is kept
  bool heading = false;      ///< of one of the eight kinds of an outline (contract 5.6)
  bool page_margin = false;  ///< LaTeXML's header, footer or navigation around the paper
  bool note = false;         ///< a footnote, written where its mark stands
  bool report = false;       ///< ar5iv's words on how its conversion went
  Part part = Part::kNone;
  Edge edge = Edge::kNone;
  std::string_view columns;  ///< how many columns and rows a cell of such a table spans, as digits;
  std::string_view rows;     ///< or empty
};

/// One pass over `value`, which the answer points into.
ElementClass read_class(std::string_view value);

}  // namespace fulltext

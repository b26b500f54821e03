#pragma once

/// A page of arXiv, ar5iv or an author as an agent reads it: structure, links, tables and
/// mathematics kept, what serves only a browser gone (contract 5.5).

#include <string_view>

#include "mcpd/fulltext/cleaned_page.h"

namespace fulltext {

/// Headings that are noted; a page with more is none that anybody wrote.
inline constexpr std::size_t kMostHeadings = 10'000;

/// `page` is UTF-8 and smaller than 4 GiB; `url` served it. One pass, whatever the markup, in time
/// and memory in proportion to the page's length: at most twice the page beside it.
///
/// - What is left of the page is its paper (page_cut.h).
/// - `<math>` becomes `$TeX$` or `$$TeX$$`; one without TeX goes.
/// - Tables that LaTeXML wrote in spans become table, tr, th and td.
/// - LaTeXML's classes go but for those that tell the paper's structure. So do ids, styles, titles
///   of links, event handlers, comments, scripts, and what a phantom hides.
/// - Of spans that have no attribute left the content stays alone. Where two words would be joined
///   so, a token of a listing leaves `<wbr>`, another class of LaTeXML's a blank; a font, a colour
///   or no such class leaves nothing.
/// - Two `<br>` or more in a row become one and a line break.
/// - Relative src, href and data become absolute, against the page's `<base>` where it has one.
///   When that has added 64 KiB and an eighth of the page, the rest stay as they are.
CleanedPage clean_html(std::string_view page, std::string_view url);

}  // namespace fulltext

#pragma once

/// Which part of a page is the paper (contract 5.5, pass 1).

#include <string>
#include <string_view>

namespace fulltext {

struct PageCut {
  std::string_view part;  ///< from the paper's first tag to the end of the page
  bool article = false;   ///< it begins with `<article>`; the last `</article>` is its end
  std::string base_href;  ///< of the page's `<base>`, or empty
};

/// The paper begins with the first `<article>`; on a page without one, with LaTeXML's first
/// `<div class="ltx_page_main">`, else behind `<body>`, else behind `</head>`, else with the page.
PageCut cut_page(std::string_view page);

}  // namespace fulltext

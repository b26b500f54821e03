#pragma once

/// Pages made to be slow: a piece again and again, in an article.

#include <string>
#include <string_view>

namespace testing {

inline constexpr std::string_view kHostilePieces[] = {
    "<",
    "</",
    "<!",
    "<math>",
    "<math alttext=\"x\">",
    "<math><mtext>",
    "<annotation encoding=\"application/x-tex\">",
    "<math><annotation encoding=\"application/x-tex\">x",
    "<math><annotation encoding=\"application/x-tex\">x</annotation></math>",
    "<math><annotation encoding=\"application/x-tex\"><![CDATA[",
    "<mtext><math>",
    "<br>",
    "<br> ",
    "<br><span>",
    "<span>",
    "<<span>p ",
    "x<span class=\"ltx_tag\">",
    "<span class=\"ltx_tabular\">",
    "<span class=\"ltx_note\">",
    "<span style=\"visibility:hidden\">",
    "<span style=\"visibility:hidden;",
    "</span>",
    "<a b=",
    "<a b='",
    "<p a=b c='d' ",
    "<p a=''a=''a=''a=''>",
    "<p class=\"",
    " ltx_p ltx_section",
    "&amp;",
    "&",
    "&#",
    "<h2 class=\"ltx_title_section\">&lt;",
    "<section><h2 class=\"ltx_title ltx_title_section\">x</h2>",
    "<a href=x>",
    "<a href=../../x/../>",
    "<!--",
    "<![CDATA[",
    "<script>",
    "</script>",
    "<textarea>",
    "<base href=x>",
    "<article>",
    "</article>",
    "See pages of <a>",
    "LIST:arXiv",
    "\xC3\xA9",
};

/// At least `size` bytes.
inline std::string hostile_page(std::string_view piece, std::size_t size,
                                std::string_view begin = "<article>") {
  std::string page(begin);
  page.reserve(size + piece.size() + begin.size());
  while (page.size() < size)
    page += piece;
  return page;
}

}  // namespace testing

#include "mcpd/fulltext/clean_html.h"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace {

using fulltext::clean_html;
using fulltext::CleanedPage;

constexpr std::string_view kUrl = "https://arxiv.org/html/2401.00001v1";

struct Case {
  std::string_view page;
  std::string_view body;
};

/// Each page stands within an article.
void check_articles(const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    CAPTURE(each.page);
    const std::string page = "<article>" + std::string(each.page) + "</article>";
    CHECK(clean_html(page, kUrl).body == "<article>" + std::string(each.body) + "</article>");
  }
}

}  // namespace

TEST_CASE("the paper is cut out of its page") {
  constexpr Case kCases[] = {
      {"<header>x</header><article class=\"ltx_document\">a<footer>b</footer></article>c",
       "<article>a<footer>b</footer></article>"},
      {"<article>a</article>b<article>c</article>d", "<article>a</article>b<article>c</article>"},
      {"<!-- <article>no</article> --><article>a</article>", "<article>a</article>"},
      {"<article>a", "<article>a"},
      {"<p>x</p><div class=\"ltx_page_main\">a</div>b", "<div>a</div>b"},
      {"<div class=\"ltx_page_main\">a<footer class=\"ltx_page_footer\">b</footer></div>",
       "<div>a<footer>b</footer></div>"},
      {"<head><title>t</title></head><body bgcolor=red>a</body>", "a</body>"},
      {"<head><title>t</title></head>a", "a"},
      {"a<p>b", "a<p>b"},
      {"", ""},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.page);
    CHECK(clean_html(each.page, kUrl).body == each.body);
  }
}

TEST_CASE("mathematics becomes the TeX it was made from") {
  check_articles({
      {"<math alttext=\"x\"><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">"
       "\\alpha</annotation></semantics></math>.",
       "$\\alpha$."},
      {"<math display=\"block\" alttext=\"a &lt; b\"><mi>a</mi></math>", "$$a < b$$"},
      {"<math><annotation encoding='application/x-tex'>a&amp;b&lt;c</annotation></math>",
       "$a&b<c$"},
      {"<math><annotation encoding=\"application/x-tex\">a&amp;lt;b</annotation></math>",
       "$a&lt;b$"},
      {"<math><annotation encoding=\"application/x-tex\">a<b>c</annotation></math>d", "$a<b>c$d"},
      {"a<math><mi>x</mi></math>b", "ab"},
      {"a<math alttext=\" \"><mi>x</mi></math>b", "ab"},
      {"<math><annotation encoding=\"application/x-tex\"> </annotation></math>", ""},
      {"<math alttext=\"y\"><annotation encoding=\"text/plain\">x</annotation></math>", "$y$"},
      {"<math alttext=\"x\"/>b", "$x$b"},
      {"<math><annotation "
       "encoding=\"application/x-tex\">\n<![CDATA[a<b&amp;c]]></annotation></math>",
       "$a<b&amp;c$"},
      {"<MATH ALTTEXT='x' DISPLAY='BLOCK'><MI>x</MI></MATH>", "$$x$$"},
      {"<math alttext=\"f(x)\"><mtext>if <math alttext=\"x\"><mi>x</mi></math> so</mtext></math>b",
       "$f(x)$b"},
  });
}

TEST_CASE("a formula that never ends breaks off where the page goes on") {
  check_articles({
      {"<p><math alttext=\"x\"><mi>x</mi></p><p>b</p>", "<p>$x$</p><p>b</p>"},
      {"<math alttext=\"x\"><mi>x</mi><p>b</p>", "$x$<p>b</p>"},
      {"<math alttext=\"x\"><mi>x</mi><math alttext=\"y\"><mi>y</mi></math>b", "$x$$y$b"},
      {"<math alttext=\"x\"><annotation encoding=\"application/x-tex\">y<mi>z</math>b",
       "$y<mi>z$b"},
      {"<math alttext=\"x\"><mtext>if</section>b", "$x$</section>b"},
      {"<math alttext=\"x\"><annotation-xml><ci>x</ci><h2>b</h2>", "$x$<h2>b</h2>"},
      {"<math alttext=\"x\"><a href=\"#y\"><mi>x</mi></a></math>b", "$x$b"},
  });
}

TEST_CASE("TeX is no markup for what comes after it") {
  const CleanedPage page = clean_html(
      "<article><math><annotation encoding=\"application/x-tex\">a<span style></annotation></math>"
      "<p>b</p></article>",
      kUrl);
  CHECK(page.body == "<article>$a<span style>$<p>b</p></article>");
  REQUIRE(page.formulas.size() == 1);
  CHECK(page.body.substr(page.formulas[0].begin, page.formulas[0].end - page.formulas[0].begin) ==
        "$a<span style>$");
}

TEST_CASE("LaTeXML's classes go but for those that tell the structure") {
  check_articles({
      {"<section class=\"ltx_section\" id=\"S1\"><p class=\"ltx_p\" id=\"p1\">a</p></section>",
       "<section class=\"ltx_section\"><p>a</p></section>"},
      {"<h2 class=\"ltx_title ltx_font_bold ltx_title_section\">a</h2>",
       "<h2 class=\"ltx_title ltx_font_bold ltx_title_section\">a</h2>"},
      {"<div class='ltx_abstract'>a</div>", "<div class='ltx_abstract'>a</div>"},
      {"<p class=\"mine\">a</p>", "<p class=\"mine\">a</p>"},
      {"<p class=\"mine ltx_p\">a</p>", "<p>a</p>"},
      {"<p CLASS=\"ltx_p\" ID=x>a</p>", "<p>a</p>"},
      {"<div class=\"ltx_title_document\">a</div>", "<div>a</div>"},
  });
}

TEST_CASE("what only a browser needs goes") {
  check_articles({
      {"<p style=\"color:red\" lang=\"de\">a</p>", "<p lang=\"de\">a</p>"},
      {"<a href=\"#S1\" title=\"Section 1\" class=\"ltx_ref\">1</a>", "<a href=\"#S1\">1</a>"},
      {"<abbr title=\"x\">a</abbr>", "<abbr title=\"x\">a</abbr>"},
      {"<p onclick=\"f()\">a</p>", "<p>a</p>"},
      {"<p a/=b c'd e<f>a</p>", "<p a>a</p>"},
      {"a<!-- b --><script>if (a<b) {}</script><style>p {}</style>c", "ac"},
      {"a<script src=\"x\"/>b", "ab"},
      {"<link rel=x><meta charset=y>a", "a"},
      {"<span>a<span class=\"ltx_text\">b</span></span>c", "abc"},
      {"<span class=\"ltx_text\" style=\"color:red\">a</span>", "a"},
      {"<span lang=\"de\">a<span>b</span></span>", "<span lang=\"de\">ab</span>"},
      {"a</span>b", "ab"},
      {"a<![CDATA[<b>b</b>]]>c", "ac"},
      {"<br class=\"ltx_break\"/>a", "<br/>a"},
      {"<img alt=x />a", "<img alt=x />a"},
  });
}

TEST_CASE("a phantom goes with what it hides") {
  check_articles({
      {"a<span style=\"visibility:hidden\">b<b>c</b></span>d", "ad"},
      {"a<span style=\"color: red; Visibility : hidden !important\">b</span>d", "ad"},
      {"a<span style=\"visibility:visible\">b</span>d", "abd"},
      {"a<span style=\"visibility:hidden\"><span>b</span><img src=x><br>c</span>d", "ad"},
      {"<p>a<span style=\"visibility:hidden\">b</p><p>c</p>", "<p>a<p>c</p>"},
  });
}

TEST_CASE("words that a tag parts stay parted, and a word that a font changes in stays one") {
  check_articles({
      {"<span class=\"ltx_tag ltx_tag_note\">1</span>For", "1 For"},
      {"<span class=\"ltx_tag\">1</span> For", "1 For"},
      {"see<span class=\"ltx_note\"><span class=\"ltx_note_outer\">it</span></span>here",
       "see it here"},
      {"<span class=\"ltx_ERROR undefined\">\\makecell</span>mAP", "\\makecell mAP"},
      {"<span class=\"ltx_p\">a</span><span class=\"ltx_p\">b</span>.", "a b."},
      {"<span class=\"ltx_text ltx_font_bold\">T</span>his", "This"},
      {"<span>T</span>his", "This"},
      {"<span class=\"ltx_text ltx_lst_identifier\">funci</span><span class=\"ltx_text\">"
       "\xC3\xB3</span><span class=\"ltx_text ltx_lst_identifier\">n</span>(",
       "funci<wbr>\xC3\xB3<wbr>n("},
      {"<h2><span class=\"ltx_tag\">1</span>Intro</h2>", "<h2>1 Intro</h2>"},
  });
  const CleanedPage page = clean_html("<h2><span class=\"ltx_tag\">1</span>Intro</h2>", kUrl);
  CHECK(page.facts.latexml);
  const CleanedPage plain = clean_html("<h2>a<wbr>b</h2>", kUrl);
  REQUIRE(plain.headings.size() == 1);
  CHECK(plain.headings[0].title == "ab");
}

TEST_CASE("a lone < makes no tag with what follows a tag that is left out") {
  check_articles({
      {"<<span>p id=x></span>", "&lt;p id=x>"},
      {"<<!-- x -->/p>", "&lt;/p>"},
      {"<<span>math></span>a", "&lt;math>a"},
      {"1 <<span> 2</span>", "1 < 2"},
      {"1 < 2", "1 < 2"},
  });
}

TEST_CASE("tables that LaTeXML wrote in spans become tables") {
  check_articles({
      {"<span class=\"ltx_tabular\"><span class=\"ltx_tbody\"><span class=\"ltx_tr\">"
       "<span class=\"ltx_td ltx_align_left ltx_th ltx_th_row\">a</span>"
       "<span class=\"ltx_td ltx_colspan ltx_colspan_2 ltx_rowspan_3\"><span>b</span></span>"
       "</span></span></span>c",
       "<table><tr><th>a</th><td colspan=\"2\" rowspan=\"3\">b</td></tr></table>c"},
      {"<table class=\"ltx_tabular\"><tr class=\"ltx_tr\"><td class=\"ltx_td ltx_colspan_2\" "
       "colspan=\"2\">a</td></tr></table>",
       "<table><tr><td colspan=\"2\">a</td></tr></table>"},
      {"<span class=\"ltx_tabular\" style=\"visibility:hidden\">a</span>b", "b"},
      {"<span class=\"ltx_tabular\"><span class=\"ltx_tr\"><span class=\"ltx_td\"/></span></span>",
       "<table><tr><td></td></tr></table>"},
      {"<span class=\"ltx_tabular\"><span class=\"ltx_tr\"><span class=\"ltx_td ltx_rowspan_2\">"
       "<span class=\"ltx_tabular\"><span class=\"ltx_tr\"><span class=\"ltx_td\">a</span></span>"
       "</span></span></span></span>",
       "<table><tr><td rowspan=\"2\"><table><tr><td>a</td></tr></table></td></tr></table>"},
  });
}

TEST_CASE("line breaks in a row become one") {
  check_articles({
      {"a<br>b", "a<br>b"},
      {"a<br><br>b", "a<br>\nb"},
      {"a<br/> \n<br class=x>\n <BR>  b", "a<br>\nb"},
      {"a<br> <!-- x --><span><br></span>b", "a<br>\nb"},
      {"a<br> b<br>c", "a<br> b<br>c"},
      {"a<br><p><br>", "a<br><p><br>"},
  });
}

TEST_CASE("links become absolute") {
  check_articles({
      {"<img src=\"2401.00001v1/x1.png\" class=\"ltx_graphics\">",
       "<img src=\"https://arxiv.org/html/2401.00001v1/x1.png\">"},
      {"<a href='/abs/1'>a</a>", "<a href=\"https://arxiv.org/abs/1\">a</a>"},
      {"<object data=x.svg></object>", "<object data=\"https://arxiv.org/html/x.svg\"></object>"},
      {"<a href=\"#S1\">a</a>", "<a href=\"#S1\">a</a>"},
      {"<A HREF=http://x.org/>a</A>", "<A HREF=http://x.org/>a</A>"},
      {"<a href='a\"b'>c</a>", "<a href='https://arxiv.org/html/a\"b'>c</a>"},
  });
}

TEST_CASE("the page's own base counts") {
  const CleanedPage page = clean_html(
      "<head><base href=\"/html/2401.00001v1/\"></head><article><img src=\"x1.png\"></article>",
      "https://arxiv.org/html/2401.00001");
  CHECK(page.body == "<article><img src=\"https://arxiv.org/html/2401.00001v1/x1.png\"></article>");
}

TEST_CASE("a base and a link with quotes of both kinds make no address that ends early") {
  const CleanedPage page =
      clean_html("<head><base href='/a\"b/'></head><article><a href=\"it's\">x</a></article>",
                 "https://arxiv.org/html/2401.00001");
  CHECK(page.body == "<article><a href=\"it's\">x</a></article>");
}

TEST_CASE("many short links to a long base do not make a page grow without bound") {
  std::string page = "<article>";
  for (int i = 0; i < 20'000; ++i)
    page += "<a href=x>";
  const std::string url = "https://arxiv.org/" + std::string(1'900, 'a') + "/";
  CHECK(clean_html(page, url).body.size() < 2 * page.size());
}

TEST_CASE("headings with their offsets in code points") {
  const CleanedPage page = clean_html(
      "<article><h1 class=\"ltx_title ltx_title_document\">Title</h1>"
      "<p class=\"ltx_p\">\xC3\xA9\xC3\xA9</p>"
      "<h2 class=\"ltx_title ltx_title_section\"><span class=\"ltx_tag\">1 </span>On\n "
      "<math alttext=\"x\"></math> &amp; y<span class=\"ltx_note\">note</span></h2>"
      "<h3 class=\"ltx_title ltx_title_subsection\">Sub</h3><h4>plain</h4></article>tail",
      kUrl);
  using fulltext::Heading;
  const std::size_t first = page.body.find("<h2") - 2;
  const std::size_t second = page.body.find("<h3") - 2;
  CHECK(page.headings == std::vector<Heading>{{"1 On $x$ & y", 1, first}, {"Sub", 2, second}});
  CHECK(page.facts.headings);
  CHECK(page.body_characters == page.body.size() - 2);
}

TEST_CASE("a page without LaTeXML has its own headings") {
  const CleanedPage page = clean_html("<body><h1>T</h1><h2>A</h2><h4>B</h4><h5>C</h5>", kUrl);
  REQUIRE(page.headings.size() == 2);
  CHECK(page.headings[0].title == "A");
  CHECK(page.headings[1].level == 3);
  CHECK_FALSE(page.facts.headings);
  CHECK_FALSE(page.facts.latexml);
}

TEST_CASE("the characters of the page before cleaning are those of its cut") {
  const CleanedPage page = clean_html("<p>x</p><article id=\"a\">\xC3\xA9</article>tail", kUrl);
  CHECK(page.raw_characters == std::string("<article id=\"a\">e</article>").size());
}

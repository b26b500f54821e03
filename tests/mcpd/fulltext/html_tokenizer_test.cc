#include "mcpd/fulltext/html_tokenizer.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace {

using fulltext::HtmlAttribute;
using fulltext::HtmlAttributes;
using fulltext::HtmlToken;
using fulltext::HtmlTokenizer;

/// One letter for the kind, then what the token says: `T(text) S(p) E(p) C`.
std::string outline_of(std::string_view page) {
  std::string out;
  HtmlTokenizer tokens(page);
  for (HtmlToken token; tokens.next(token);) {
    if (!out.empty()) out += ' ';
    switch (token.kind) {
      case HtmlToken::Kind::kText:
        out += "T(" + std::string(token.source) + ")";
        break;
      case HtmlToken::Kind::kStartTag:
        out += "S(" + std::string(token.name) + (token.closes_itself ? "/" : "") + ")";
        break;
      case HtmlToken::Kind::kEndTag:
        out += "E(" + std::string(token.name) + ")";
        break;
      case HtmlToken::Kind::kComment:
        out += "C";
        break;
    }
  }
  return out;
}

std::string attributes_of(std::string_view inside) {
  std::string out;
  HtmlAttributes attributes(inside);
  for (HtmlAttribute each; attributes.next(each);)
    out += std::string(each.name) + "=[" + std::string(each.value) + "]";
  return out;
}

struct Case {
  std::string_view page;
  std::string_view tokens;
};

}  // namespace

TEST_CASE("tags, text and comments") {
  constexpr Case kCases[] = {
      {"", ""},
      {"plain", "T(plain)"},
      {"<p>a</p>", "S(p) T(a) E(p)"},
      {"<P CLASS='x'>a</P >", "S(P) T(a) E(P)"},
      {"<br/><br />", "S(br/) S(br/)"},
      {"<a b=c/><a b=c /><a b=\"c\"/><a b='c/'><a b= /><a b/>", "S(a) S(a/) S(a/) S(a) S(a) S(a/)"},
      {"<!DOCTYPE html><?xml ?><!-- a > b --->c", "C C C T(c)"},
      {"<!-->a<!--->b", "C T(a) C T(b)"},
      {"<!-- - -- > --!>a<!-- b ---->c", "C T(a) C T(c)"},
      {"a<![CDATA[<x>]]>b", "T(a) C T(b)"},
      {"</>a</ b>c", "C T(a) C T(c)"},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.page);
    CHECK(outline_of(each.page) == each.tokens);
  }
}

TEST_CASE("broken markup") {
  constexpr Case kCases[] = {
      {"1 < 2 <3 <<p>", "T(1 < 2 <3 <) S(p)"},
      {"a<", "T(a<)"},
      {"a<p", "T(a) C"},
      {"a<p class=\"b>c", "T(a) C"},
      {"<a title='>' href=\">\">b", "S(a) T(b)"},
      {"<p title=it's>a", "S(p) T(a)"},
      {"<p a=\"b\"=\"c>d\">", "S(p) T(d\">)"},
      {"<p =\"c>d<p/=\"c>d<p a= =\"c>d", "S(p) T(d) S(p) T(d) S(p) T(d)"},
      {"<p a =\"c>\">d<p = \"c>\">d", "S(p) T(d) S(p) T(\">d)"},
      {"<p \">a\">b", "S(p) T(a\">b)"},
      {"a<!-- b", "T(a) C"},
      {"a<![CDATA[ b", "T(a) C"},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.page);
    CHECK(outline_of(each.page) == each.tokens);
  }
}

TEST_CASE("the text of a script is one token, whatever it holds") {
  constexpr Case kCases[] = {
      {"<script>if (a<b) '</p>'</script>c", "S(script) T(if (a<b) '</p>') E(script) T(c)"},
      {"<SCRIPT>a</Script >", "S(SCRIPT) T(a) E(Script)"},
      {"<script></script>a", "S(script) E(script) T(a)"},
      {"<script src=\"x\"/>a<b>", "S(script/) T(a) S(b)"},
      {"<title>a<b></title>", "S(title) T(a<b>) E(title)"},
      {"<style>a</styles></style>", "S(style) T(a</styles>) E(style)"},
      {"<script>never ends <p>", "S(script) T(never ends <p>)"},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.page);
    CHECK(outline_of(each.page) == each.tokens);
  }
}

TEST_CASE("attributes") {
  constexpr Case kCases[] = {
      {" class=\"a b\" id='c' data=d", "class=[a b]id=[c]data=[d]"},
      {" hidden a = b /", "hidden=[]a=[b]"},
      {" title='a\"b' alt=\"c'd\"", "title=[a\"b]alt=[c'd]"},
      {" href=a/b?c=d", "href=[a/b?c=d]"},
      {" =x y=", "=x=[]y=[]"},
      {" a=\"b\"=\"c d==e", "a=[b]=\"c=[]d=[=e]"},
      {" a=\"1\"b=\"2\"", "a=[1]b=[2]"},
      {" a=\"\" b=''", "a=[]b=[]"},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.page);
    CHECK(attributes_of(each.page) == each.tokens);
  }
}

TEST_CASE("the content of an element is taken up to its own end tag or that of the one around it") {
  HtmlTokenizer tokens("<annotation>a<b</annotation></math><annotation>c</math>d<annotation>e");
  HtmlToken token;
  REQUIRE(tokens.next(token));
  CHECK(tokens.take_content("annotation", "math") == "a<b");
  REQUIRE(tokens.next(token));
  CHECK(token.name == "annotation");
  tokens.next(token);
  tokens.next(token);
  CHECK(tokens.take_content("annotation", "math") == "c");
  tokens.next(token);
  tokens.next(token);
  tokens.next(token);
  CHECK_FALSE(tokens.take_content("annotation", "math"));
  REQUIRE(tokens.next(token));
  CHECK(token.source == "e");
}

#include "mcpd/fulltext/link_base.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using fulltext::LinkBase;

TEST_CASE("references become absolute as RFC 3986, 5.4 has it") {
  const LinkBase base("http://a/b/c/d;p?q");
  struct Case {
    std::string_view reference;
    std::string_view absolute;
  };
  constexpr Case kCases[] = {
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.reference);
    CHECK(base.resolve(each.reference) == each.absolute);
  }
}

TEST_CASE("what is absolute, empty or a fragment stays as written") {
  const LinkBase base("https://arxiv.org/html/2401.00001v1");
  for (const std::string_view each :
       {"", "#S1", "mailto:a@b.org", "https://x.org/../y",
        "data:image/png;base64,AA==", "javascript:void(0)", "HTTP://X.org"}) {
    CAPTURE(each);
    CHECK(base.resolve(each) == each);
  }
}

TEST_CASE("a figure beside the page, and one under the page's own base") {
  LinkBase base("https://arxiv.org/html/2401.00001v1");
  CHECK(base.resolve("2401.00001v1/x1.png") == "https://arxiv.org/html/2401.00001v1/x1.png");
  base.rebase("/html/2401.00001v1/");
  CHECK(base.resolve("x1.png") == "https://arxiv.org/html/2401.00001v1/x1.png");
  base.rebase("javascript:x");
  CHECK(base.resolve("x1.png") == "https://arxiv.org/html/2401.00001v1/x1.png");
}

TEST_CASE("an address that serves no page resolves nothing") {
  for (const std::string& each :
       {std::string(""), std::string("about:blank"), std::string("https://"),
        "https://x.org/" + std::string(3000, 'a')}) {
    CHECK(LinkBase(each).resolve("g") == "g");
  }
}

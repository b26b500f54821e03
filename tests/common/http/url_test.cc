#include <string_view>

#include <doctest/doctest.h>

#include "common/http/client.h"

TEST_CASE("an address's host is found whatever surrounds it") {
  const struct {
    std::string_view url;
    std::string_view host;
  } rows[] = {
      {"https://export.arxiv.org/api/query?x=1", "export.arxiv.org"},
      {"http://127.0.0.1:8080/oai", "127.0.0.1"},
      {"https://user:secret@arxiv.org:443/", "arxiv.org"},
      {"https://user@name@arxiv.org/", "arxiv.org"},
      {"http://[::1]:80/x", "[::1]"},
      {"https://arxiv.org?mail=a@b", "arxiv.org"},
      {"https://arxiv.org#a@b", "arxiv.org"},
      {"arxiv.org/abs", "arxiv.org"},
      {"", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.url);
    CHECK(http::host_of(row.url) == row.host);
  }
}

TEST_CASE("an address is shown without its user and password") {
  CHECK(http::without_credentials("http://user:p@ss@127.0.0.1:80/api?x=a@b") ==
        "http://127.0.0.1:80/api?x=a@b");
  CHECK(http::without_credentials("https://arxiv.org/a@b") == "https://arxiv.org/a@b");
  CHECK(http::without_credentials("") == "");
}

TEST_CASE("components and form values are escaped each by its own rule") {
  const struct {
    std::string_view text;
    std::string_view component;
    std::string_view form;
  } rows[] = {
      {"", "", ""},
      {"azAZ09-_.*", "azAZ09-_.*", "azAZ09-_.*"},
      {"!~'()", "!~'()", "%21%7E%27%28%29"},
      {"a b", "a%20b", "a+b"},
      {" a  b ", "%20a%20%20b%20", "+a++b+"},
      {"ti:\"x\"", "ti%3A%22x%22", "ti%3A%22x%22"},
      {"a+b%20", "a%2Bb%2520", "a%2Bb%2520"},
      {"verb%3DListRecords%26skip%3D9", "verb%253DListRecords%2526skip%253D9",
       "verb%253DListRecords%2526skip%253D9"},
      {"\xc3\xa9\x7f\n", "%C3%A9%7F%0A", "%C3%A9%7F%0A"},
      {"/?#&=;,@", "%2F%3F%23%26%3D%3B%2C%40", "%2F%3F%23%26%3D%3B%2C%40"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(http::encode_component(row.text) == row.component);
    CHECK(http::encode_form(row.text) == row.form);
  }
}

TEST_CASE("the program names itself, and its operator when there is a contact") {
  const std::string name = "arxiv-mirror/" ARXIV_MIRROR_VERSION;
  CHECK(http::user_agent("") == name);
  CHECK(http::user_agent("ops@example.org") == name + " (+ops@example.org)");
  CHECK(http::user_agent("a\r\nX-Injected: b\x7f") == name + " (+aX-Injected: b)");
}

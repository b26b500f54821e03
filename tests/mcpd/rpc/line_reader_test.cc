#include "mcpd/rpc/line_reader.h"

#include <doctest/doctest.h>

namespace {

using rpc::LineReader;
using rpc::Lines;

using Strings = std::vector<std::string>;

/// The lines of `input`, fed in pieces of `size` bytes.
Lines read(std::string_view input, std::size_t size, std::size_t limit = 16) {
  LineReader reader(limit);
  Lines all;
  for (std::size_t at = 0; at < input.size(); at += size) {
    Lines some = reader.feed(input.substr(at, size));
    for (std::string& line : some.lines)
      all.lines.push_back(std::move(line));
    all.too_long += some.too_long;
  }
  return all;
}

struct Row {
  std::string_view name;
  std::string input;
  Strings lines;
  std::size_t too_long = 0;
};

const std::vector<Row> kRows = {
    {"nothing", "", {}},
    {"one line", "a\n", {"a"}},
    {"glued lines", "a\nb\nc\n", {"a", "b", "c"}},
    {"the last line has no end", "a\nb", {"a"}},
    {"CR LF", "a\r\nb\r\n", {"a", "b"}},
    {"a CR inside a line stays", "a\rb\n", {"a\rb"}},
    {"blank lines", "\n  \n\r\n\t\na\n", {"a"}},
    {"byte order mark on the first line",
     "\xEF\xBB\xBF"
     "a\nb\n",
     {"a", "b"}},
    {"byte order mark on a later line is part of it",
     "a\n\xEF\xBB\xBF"
     "b\n",
     {"a",
      "\xEF\xBB\xBF"
      "b"}},
    {"a line of nothing but the mark", "\xEF\xBB\xBF\na\n", {"a"}},
    {"a cut UTF-8 sequence", "\xC3\xA9\xE2\x82\xAC\n", {"\xC3\xA9\xE2\x82\xAC"}},
    {"NUL bytes are bytes", std::string("a\0b\n", 4), {std::string("a\0b", 3)}},
    {"a line at the limit", "0123456789abcdef\n", {"0123456789abcdef"}},
    {"a line at the limit with CR", "0123456789abcdef\r\n", {"0123456789abcdef"}},
    {"a line over the limit", "0123456789abcdefg\nb\n", {"b"}, 1},
    {"a line far over the limit", std::string(100, 'x') + "\nb\n", {"b"}, 1},
    {"lines over the limit in a row",
     std::string(50, 'x') + "\n" + std::string(50, 'y') + "\nc\n",
     {"c"},
     2},
    {"a line over the limit that never ends", "a\n" + std::string(100, 'x'), {"a"}},
};

TEST_CASE("lines are the same however the stream is cut") {
  for (const Row& row : kRows) {
    for (const std::size_t size : {1UL, 2UL, 3UL, 7UL, 1000UL}) {
      INFO(row.name << ", in pieces of " << size);
      const Lines lines = read(row.input, size);
      CHECK(lines.lines == row.lines);
      CHECK(lines.too_long == row.too_long);
    }
  }
}

TEST_CASE("a 20 MiB line costs nothing once it is known to be too long") {
  LineReader reader;
  const std::string piece(1UL << 20, 'x');
  for (int i = 0; i < 20; ++i)
    CHECK(reader.feed(piece).lines.empty());
  const Lines lines = reader.feed("\nnext\n");
  CHECK(lines.too_long == 1);
  CHECK(lines.lines == Strings{"next"});
}

}  // namespace

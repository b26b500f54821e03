#include "tests/query_model/words.h"

#include <doctest/doctest.h>
#include <sqlite3.h>

namespace {

using Texts = std::vector<std::string>;

Texts texts(std::string_view text) {
  Texts out;
  for (const query_model::Word& word : query_model::words_of(text))
    out.push_back(word.text);
  return out;
}

std::string utf8(unsigned code_point) {
  std::string out;
  if (code_point >= 0x800) {
    out += static_cast<char>(0xE0 | code_point >> 12);
    out += static_cast<char>(0x80 | (code_point >> 6 & 0x3F));
  } else {
    out += static_cast<char>(0xC0 | code_point >> 6);
  }
  return out += static_cast<char>(0x80 | (code_point & 0x3F));
}

// An index of one text in memory.
class Index {
 public:
  Index() {
    REQUIRE(sqlite3_open(":memory:", &database_) == SQLITE_OK);
    run("CREATE VIRTUAL TABLE t USING fts5(x,"
        " tokenize=\"unicode61 remove_diacritics 2 tokenchars '-_'\")");
    run("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)");
  }
  ~Index() { sqlite3_close(database_); }
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  Texts words(const std::string& text) {
    run("DELETE FROM t");
    run(("INSERT INTO t VALUES ('" + text + "')").c_str());
    words_.clear();
    run("SELECT term FROM v ORDER BY offset");
    return words_;
  }

 private:
  void run(const char* sql) {
    const auto note = [](void* self, int, char** values, char**) {
      static_cast<Index*>(self)->words_.emplace_back(values[0]);
      return 0;
    };
    REQUIRE(sqlite3_exec(database_, sql, note, this, nullptr) == SQLITE_OK);
  }

  sqlite3* database_ = nullptr;
  Texts words_;
};

TEST_CASE("letters, accents and separators are those of the index") {
  Index index;
  const unsigned kRanges[][2] = {{0x80, 0x250},    {0x300, 0x305},   {0x391, 0x3CE},
                                 {0x400, 0x450},   {0x1E00, 0x1EFF}, {0x2010, 0x2030},
                                 {0x2190, 0x2200}, {0x4E00, 0x4E10}};
  for (const auto& [first, last] : kRanges) {
    for (unsigned value = first; value < last; ++value) {
      const std::string text = "x" + utf8(value) + "y";
      CAPTURE(value);
      CHECK(texts(text) == index.words(text));
    }
  }
}

TEST_CASE("words of titles and names") {
  CHECK(texts("State-of-the-art, snake_case (2nd)") ==
        Texts{"state-of-the-art", "snake_case", "2nd"});
  CHECK(texts("O'Brien; M\u00FCller") == Texts{"o", "brien", "muller"});
  CHECK(texts("  ").empty());
  CHECK(query_model::author_spelling("Łukasz Bjørk, Æsir") == "Lukasz Bjork, AEsir");
}

}  // namespace

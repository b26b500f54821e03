#include "common/arxiv/index_tokens.h"

#include <string>

#include <doctest/doctest.h>

#include "common/base/utf8.h"
#include "tests/common/arxiv/fts_table.h"

using arxiv::index_tokens;

namespace {

/// SQLite's own tokenizer, reached through FTS5's extension interface.
class SqliteTokenizer {
 public:
  SqliteTokenizer() {
    fts5_api* api = nullptr;
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(table_.handle(), "SELECT fts5(?1)", -1, &statement, nullptr);
    sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", nullptr);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
    REQUIRE(api != nullptr);
    void* context = nullptr;
    REQUIRE(api->xFindTokenizer(api, "unicode61", &context, &methods_) == SQLITE_OK);
    const char* arguments[] = {"remove_diacritics", "2", "tokenchars", "-_"};
    REQUIRE(methods_.xCreate(context, arguments, 4, &tokenizer_) == SQLITE_OK);
  }
  ~SqliteTokenizer() { methods_.xDelete(tokenizer_); }
  SqliteTokenizer(const SqliteTokenizer&) = delete;
  SqliteTokenizer& operator=(const SqliteTokenizer&) = delete;

  std::vector<std::string_view> tokens(std::string_view text) {
    Collector collector{text, {}};
    methods_.xTokenize(tokenizer_, &collector, FTS5_TOKENIZE_DOCUMENT, text.data(),
                       static_cast<int>(text.size()), collect);
    return std::move(collector.found);
  }

 private:
  struct Collector {
    std::string_view text;
    std::vector<std::string_view> found;
  };

  static int collect(void* context, int, const char*, int, int begin, int end) {
    auto* collector = static_cast<Collector*>(context);
    collector->found.push_back(collector->text.substr(static_cast<std::size_t>(begin),
                                                      static_cast<std::size_t>(end - begin)));
    return SQLITE_OK;
  }

  testing::FtsTable table_;
  fts5_tokenizer methods_{};
  Fts5Tokenizer* tokenizer_ = nullptr;
};

/// Every code point but NUL and the surrogates, each between `before` and `after`.
std::string all_code_points(std::string_view before, std::string_view after) {
  std::string text;
  for (std::uint32_t value = 1; value < 0x110000; ++value) {
    if (value >= 0xD800 && value < 0xE000) continue;
    text += before;
    base::append_utf8(text, value);
    text += after;
  }
  return text;
}

}  // namespace

TEST_CASE("every code point begins, continues or ends a token as in SQLite") {
  SqliteTokenizer sqlite;
  for (const std::string& text : {all_code_points(" ", ""), all_code_points(" a", "b")}) {
    const auto expected = sqlite.tokens(text);
    const auto found = index_tokens(text);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].data() == expected[i].data() && found[i] == expected[i]) continue;
      CAPTURE(std::string(found[i]));
      CAPTURE(std::string(expected[i]));
      FAIL("another token than SQLite's");
    }
  }
}

TEST_CASE("tokens of names and phrases") {
  struct Row {
    const char* text;
    std::vector<std::string_view> tokens;
  };
  const Row rows[] = {{"", {}},
                      {" .,'() ", {}},
                      {"O'Brien", {"O", "Brien"}},
                      {"Hinton-Smith", {"Hinton-Smith"}},
                      {"hinton_g", {"hinton_g"}},
                      {"a-_1 -", {"a-_1", "-"}},
                      {"Müller", {"Müller"}},
                      {"Mu\u0308ller", {"Mu\u0308ller"}},
                      {"\u0308u", {"u"}},
                      {"10.1103/PhysRevD", {"10", "1103", "PhysRevD"}},
                      {"量子-力学", {"量子-力学"}},
                      {"a\xFF"
                       "b",
                       {"a", "b"}}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(index_tokens(row.text) == row.tokens);
  }
}

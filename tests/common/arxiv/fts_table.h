#pragma once

/// An FTS5 table in memory with the mirror's columns and tokenizer, to hold what is emitted for it
/// against SQLite itself.

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

namespace testing {

class FtsTable {
 public:
  FtsTable() {
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    database_.reset(opened);
    run("CREATE VIRTUAL TABLE papers USING fts5(title, authors, abstract, comment, journal_ref, "
        "tokenize = \"unicode61 remove_diacritics 2 tokenchars '-_'\")",
        {});
  }

  sqlite3* handle() const { return database_.get(); }

  /// Adds one paper. Rows are numbered from 1.
  void add(std::string_view title, std::string_view authors = "") {
    run("INSERT INTO papers(title, authors) VALUES (?1, ?2)", {title, authors});
  }

  /// The rows that `expression` matches, in ascending order. Throws std::runtime_error with
  /// SQLite's message when FTS5 refuses it.
  std::vector<long long> match(std::string_view expression) const {
    return run("SELECT rowid FROM papers WHERE papers MATCH ?1 ORDER BY rowid", {expression});
  }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  std::vector<long long> run(const char* sql, const std::vector<std::string_view>& texts) const {
    sqlite3_stmt* prepared = nullptr;
    require(sqlite3_prepare_v2(handle(), sql, -1, &prepared, nullptr), SQLITE_OK);
    const std::unique_ptr<sqlite3_stmt, Close> statement(prepared);
    int at = 0;
    for (const std::string_view text : texts) {
      sqlite3_bind_text(prepared, ++at, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    }
    std::vector<long long> rows;
    int status = SQLITE_ROW;
    while ((status = sqlite3_step(prepared)) == SQLITE_ROW) {
      rows.push_back(sqlite3_column_int64(prepared, 0));
    }
    require(status, SQLITE_DONE);
    return rows;
  }

  void require(int status, int expected) const {
    if (status != expected) throw std::runtime_error(sqlite3_errmsg(handle()));
  }

  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace testing

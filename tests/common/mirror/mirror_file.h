#pragma once

/// A mirror file made for a test from the schema table, without harvestd.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "common/mirror/sqlite.h"

namespace testing {

/// One row of `papers`, with something in every column that has to hold something.
struct PaperRow {
  std::string id;
  std::string version = "1";
  std::string title = "A title";
  std::string authors = "Ada Lovelace";
  std::string abstract = "An abstract.";
  std::string categories = "cs.LG";  ///< the first is the primary
  std::string published = "2024-01-22T18:59:01.000Z";
  std::string updated = published;
  std::optional<std::string> comment = std::nullopt;
  std::optional<std::string> journal_ref = std::nullopt;
  std::optional<std::string> doi = std::nullopt;
};

/// A connection that writes as harvestd does: WAL, kept side files, foreign keys.
class MirrorFile {
 public:
  /// Makes the file with every object of the schema and the search aids, the current version and a
  /// pending state; an existing one is opened as it is.
  explicit MirrorFile(const std::string& path);

  /// Inserts the paper, or writes it over the stored one, and its rows of `paper_categories`.
  void put(const PaperRow& row);
  void remove(std::string_view id);
  /// Puts many papers into an empty file; indexes and full text are built behind them.
  void fill(std::span<const PaperRow> rows);
  /// Lets readers believe the search aids, or not; they are kept either way.
  void use_search_aids(bool use);
  /// Leaves the file as programs that know no search aids make it.
  void drop_search_aids();
  /// Says that the first harvest is done: readers take the file.
  void complete();
  /// Runs one statement.
  void execute(std::string_view sql) { database_.execute(sql); }
  /// Moves the log into the file and empties it.
  void checkpoint();

  mirror::Database& database() { return database_; }

 private:
  void insert(const PaperRow& row);

  mirror::Database database_;
  mirror::Statement upsert_;
  mirror::Statement clear_codes_;
  mirror::Statement add_code_;
};

}  // namespace testing

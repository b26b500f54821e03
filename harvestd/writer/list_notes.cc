#include "harvestd/writer/list_notes.h"

#include <string>
#include <string_view>

#include "common/mirror/sqlite.h"

namespace mirror {
namespace {

constexpr int kBytes = 8;

/// Eight bytes a number, the highest first: the file may be moved to another machine.
std::string packed(std::span<const std::uint64_t> notes) {
  std::string bytes;
  bytes.reserve(notes.size() * kBytes);
  for (const std::uint64_t note : notes) {
    for (int byte = kBytes - 1; byte >= 0; --byte)
      bytes += static_cast<char>(note >> (8 * byte) & 0xFF);
  }
  return bytes;
}

void unpack(std::string_view bytes, ListNotes& notes) {
  for (; bytes.size() >= kBytes; bytes.remove_prefix(kBytes)) {
    std::uint64_t note = 0;
    for (const char byte : bytes.substr(0, kBytes))
      note = note << 8 | static_cast<unsigned char>(byte);
    notes.push_back(note);
  }
}

}  // namespace

bool has_list_notes(const Database& database) {
  return database.integer("SELECT 1 FROM sqlite_master WHERE name = 'harvest_list_notes'")
      .has_value();
}

ListNotes read_list_notes(const Database& database) {
  ListNotes notes;
  if (!has_list_notes(database)) return notes;
  Statement statement(database, "SELECT notes FROM harvest_list_notes ORDER BY id");
  for (Rows rows = statement.query(); rows.next();)
    unpack(rows.text(0), notes);
  return notes;
}

void add_list_notes(Database& database, std::span<const std::uint64_t> notes) {
  database.execute(
      "CREATE TABLE IF NOT EXISTS harvest_list_notes"
      " (id INTEGER PRIMARY KEY, notes BLOB NOT NULL)");
  Statement(database, "INSERT INTO harvest_list_notes (notes) VALUES (CAST(?1 AS BLOB))")
      .run(packed(notes));
}

void drop_list_notes(Database& database) {
  database.execute("DROP TABLE IF EXISTS harvest_list_notes");
}

}  // namespace mirror

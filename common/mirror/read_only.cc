#include "common/mirror/read_only.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>

namespace mirror {
namespace {

using Header = std::array<unsigned char, 100>;

std::int64_t big_endian(const Header& header, std::size_t at, std::size_t bytes) {
  std::int64_t value = 0;
  for (std::size_t i = at; i < at + bytes; ++i)
    value = value * 256 + header[i];
  return value;
}

// SQLite's file format: the page size is at 16 (1 stands for 65536), the file change counter at
// 24, the count of pages at 28, valid while the counter at 92 equals that at 24.
std::int64_t bytes_promised(const Header& header) {
  const std::int64_t page = big_endian(header, 16, 2);
  const bool valid = big_endian(header, 24, 4) == big_endian(header, 92, 4);
  return valid ? big_endian(header, 28, 4) * (page == 1 ? 65536 : page) : 0;
}

bool is_empty_or_missing(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) != 0 || status.st_size == 0;
}

sqlite3_file* file_of(const Database& database) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return file;
}

// Reads through SQLite's own descriptor: closing another one on the same file would drop the POSIX
// locks of every connection this process has to it.
Header read_header(sqlite3_file* file, const std::string& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  Header header{};
  const int code = file->pMethods->xRead(file, header.data(), static_cast<int>(header.size()), 0);
  if (code != SQLITE_OK || std::memcmp(header.data(), kMagic.data(), kMagic.size()) != 0)
    throw CannotOpen{NotReady::kUnreadable, path + ": not an SQLite database"};
  return header;
}

void inspect(const Database& database, const std::string& path) {
  sqlite3_file* file = file_of(database);
  const Header header = read_header(file, path);
  // Pages that are not in the file yet may be in the log. The log is looked at between header and
  // size: when it is empty then, whoever wrote the header has written the pages too.
  if (!is_empty_or_missing(target_of(path) + "-wal")) return;
  sqlite3_int64 size = 0;
  if (file->pMethods->xFileSize(file, &size) != SQLITE_OK || bytes_promised(header) > size)
    throw CannotOpen{NotReady::kUnreadable, path + ": shorter than its header says"};
}

}  // namespace

std::string target_of(const std::string& path) {
  std::error_code error;
  const auto target = std::filesystem::weakly_canonical(path, error);
  return error ? path : target.string();
}

FileIdentity identify_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    throw CannotOpen{missing ? NotReady::kMissing : NotReady::kUnreadable,
                     path + ": " + std::strerror(errno)};
  }
  if (!S_ISREG(status.st_mode))
    throw CannotOpen{NotReady::kUnreadable, path + ": not a regular file"};
  return {status.st_dev, status.st_ino};
}

Database open_read_only(const std::string& path) {
  identify_file(path);
  if (is_empty_or_missing(path)) throw CannotOpen{NotReady::kUnversioned, path + ": an empty file"};
  Database database(path, SQLITE_OPEN_READONLY);
  inspect(database, path);
  sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  // Where several programs open the file at once after nobody had it open, one of them makes the
  // log's index anew, which takes a moment; the others have to wait for it.
  constexpr std::chrono::milliseconds kIndexRestored(200);
  database.wait_for_locks(kIndexRestored, {});
  database.execute("PRAGMA query_only = ON");
  // Ranking reads the length of each match's text, filters read paper_filters: at a million papers
  // all of both fit, at three million all of the first. Taken as it is needed.
  database.execute("PRAGMA cache_size = -53248");
  database.execute("PRAGMA cell_size_check = ON");
  return database;
}

}  // namespace mirror

#pragma once

/// One arXivRaw record, read: for the services that need more of it than its bytes.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standin {

/// Texts are as the record holds them, entities resolved; what it lacks is empty.
struct RawRecord {
  std::string id;
  std::string datestamp;
  std::vector<std::chrono::sys_seconds> versions;  ///< v1 first
  std::string title;
  std::string authors;
  std::string categories;
  std::string comments;
  std::string journal_ref;
  std::string doi;
  std::string abstract;
};

/// Reads a `record` element; nothing when it is not well-formed, is a tombstone or holds no
/// arXivRaw.
std::optional<RawRecord> read_record(std::string_view xml);

}  // namespace standin

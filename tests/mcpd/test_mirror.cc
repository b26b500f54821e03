#include "tests/mcpd/test_mirror.h"

#include "tests/common/mirror/mirror_file.h"

namespace testing {

void make_mirror(const std::string& path, const std::vector<StoredRow>& rows) {
  MirrorFile file(path);
  for (const StoredRow& row : rows) {
    file.put({.id = row.id,
              .version = row.version,
              .title = row.title,
              .authors = row.authors,
              .abstract = "The abstract of " + row.id + ".",
              .categories = row.categories,
              .published = row.published,
              .updated = row.updated});
  }
  file.complete();
  file.execute("UPDATE harvest_state SET last_datestamp = '2024-02-01'");
}

void change_mirror(const std::string& path, std::string_view sql) {
  mirror::Database(path, SQLITE_OPEN_READWRITE).execute(sql);
}

}  // namespace testing

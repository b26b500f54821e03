#pragma once

/// Rows and changes in a few words, for tests.

#include <string>
#include <vector>

#include "harvestd/writer/record.h"

namespace testing {

/// A whole row about `title`.
inline mirror::Row row(const std::string& id, const std::string& title) {
  mirror::Row row;
  row.id = id;
  row.version = "1";
  row.title = title;
  row.authors = "Ada Quill";
  row.abstract = "A text.";
  row.primary_category = "math.NA";
  row.categories = "math.NA cs.NA";
  row.published = "2024-01-22T18:59:01.000Z";
  row.updated = "2024-02-02T07:00:30.000Z";
  return row;
}

inline mirror::Change gone(const std::string& id) {
  return mirror::Tombstone{id};
}

}  // namespace testing

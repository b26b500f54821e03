#pragma once

/// What a harvest brings for one paper, and what the file stores of it (contract 9.2). Values
/// without behaviour; any thread.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mirror {

/// One `version` element of arXivRaw.
struct RecordVersion {
  int number = 0;    ///< 3 for `v3`
  std::string date;  ///< as sent, `Mon, 22 Jan 2024 18:59:01 GMT`
};

/// One arXivRaw record. Texts are UTF-8 as sent, references decoded, ends trimmed; TeX and inner
/// line breaks are still there. A text the record lacks is empty.
struct Record {
  std::string id;         ///< without version
  std::string datestamp;  ///< `YYYY-MM-DD`
  std::vector<RecordVersion> versions;
  std::string title;
  std::string authors;
  std::string abstract;
  std::string categories;
  std::string comment;
  std::string journal_ref;
  std::string doi;
};

/// One row of `papers`; its rows of `paper_categories` follow from `categories` and the dates.
struct Row {
  std::string id;
  std::string version;
  std::string title;
  std::string authors;
  std::string abstract;
  std::string primary_category;
  std::string categories;
  std::string published;
  std::string updated;
  std::optional<std::string> comment;
  std::optional<std::string> journal_ref;
  std::optional<std::string> doi;

  bool operator==(const Row&) const = default;
};

/// The row that stores `record`: white space collapsed, TeX spelled in Unicode, dates in the
/// file's form.
Row build_row(const Record& record);

/// `text` in the file's date form, or as given when it is no date.
std::string stored_date(std::string_view text);

/// The distinct codes of Row::categories in their order.
std::vector<std::string_view> distinct_codes(std::string_view categories);

/// A paper that arXiv no longer has.
struct Tombstone {
  std::string id;

  bool operator==(const Tombstone&) const = default;
};

/// One thing a page does to the file. Changes are applied in the page's order.
using Change = std::variant<Row, Tombstone>;

}  // namespace mirror

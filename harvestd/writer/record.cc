#include "harvestd/writer/record.h"

#include <algorithm>
#include <set>

#include "common/arxiv/tex.h"
#include "common/base/clock.h"
#include "common/base/text.h"
#include "common/mirror/paper_row.h"

namespace mirror {
namespace {

std::string to_display(std::string_view text) {
  return arxiv::tex_to_unicode(base::collapse_space(text));
}

std::string version_date(const RecordVersion& version, const Record& record) {
  return stored_date(version.date.empty() ? record.datestamp : version.date);
}

}  // namespace

std::string stored_date(std::string_view text) {
  auto time = base::parse_email_date(text);
  if (!time) time = base::parse_iso(text);
  return time ? base::to_iso(*time) : std::string(text);
}

std::vector<std::string_view> distinct_codes(std::string_view categories) {
  std::vector<std::string_view> codes;
  std::set<std::string_view> seen;
  for (const std::string_view code : base::split_words(categories)) {
    if (seen.insert(code).second) codes.push_back(code);
  }
  return codes;
}

Row build_row(const Record& record) {
  const RecordVersion only{1, record.datestamp};
  // A version given twice is as old as its first date and as new as its last.
  const auto by_number = [&record](const RecordVersion& a, const RecordVersion& b) {
    if (a.number != b.number) return a.number < b.number;
    return version_date(a, record) < version_date(b, record);
  };
  const auto& versions = record.versions;
  const auto [low, high] = std::minmax_element(versions.begin(), versions.end(), by_number);
  const RecordVersion& first = versions.empty() ? only : *low;
  const RecordVersion& latest = versions.empty() ? only : *high;

  Row row;
  row.id = record.id;
  row.version = std::to_string(latest.number);
  row.title = to_display(record.title);
  row.authors = to_display(record.authors);
  row.abstract = to_display(record.abstract);
  row.categories = base::collapse_space(record.categories);
  row.primary_category = row.categories.substr(0, row.categories.find(' '));
  row.published = version_date(first, record);
  row.updated = version_date(latest, record);
  row.comment = unless_empty(to_display(record.comment));
  row.journal_ref = unless_empty(to_display(record.journal_ref));
  row.doi = unless_empty(base::trim(record.doi));
  return row;
}

}  // namespace mirror

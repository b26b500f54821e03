#include "common/mirror/paper_row.h"

#include <algorithm>
#include <optional>

#include "common/arxiv/authors.h"
#include "common/arxiv/taxonomy.h"
#include "common/base/clock.h"
#include "common/base/number.h"

namespace mirror {
namespace {

// Digits only by the format; a row without them is taken for a first version.
int version_of(std::string_view text) {
  return std::max(base::parse_number<int>(text).value_or(1), 1);
}

}  // namespace

std::optional<std::string> unless_empty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

StoredPaper paper_of_row(const Rows& rows) {
  StoredPaper stored;
  stored.id = {std::string(rows.text(0)), version_of(rows.text(1))};
  arxiv::Paper& paper = stored.paper;
  paper.id = stored.id.canonical();
  paper.title = rows.text(2);
  paper.authors = arxiv::split_authors(rows.text(3));
  paper.abstract = rows.text(4);
  paper.primary_category = arxiv::canonical_category(rows.text(5));
  paper.categories = arxiv::canonical_categories(rows.text(5), rows.text(6));
  paper.published = shown_date(rows.text(7));
  paper.updated = shown_date(rows.text(8));
  paper.comment = unless_empty(rows.text(9));
  paper.journal_ref = unless_empty(rows.text(10));
  paper.doi = unless_empty(rows.text(11));
  return stored;
}

std::string shown_date(std::string_view stored) {
  constexpr std::string_view kForm = "YYYY-MM-DDTHH:MM:SS.mmmZ";
  constexpr std::size_t kFraction = kForm.find('.');
  const bool has_fraction = stored.size() == kForm.size() && stored[kFraction] == '.';
  if (!has_fraction || !base::parse_iso(stored)) return std::string(stored);
  return std::string(stored.substr(0, kFraction)) + "Z";
}

}  // namespace mirror

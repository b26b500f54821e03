#include "harvestd/check/papers_check.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "common/base/number.h"
#include "common/base/utf8.h"
#include "harvestd/check/sum.h"
#include "harvestd/writer/category_rows.h"
#include "harvestd/writer/record.h"

namespace mirror {
namespace {

constexpr std::string_view kPapers =
    "SELECT id, categories, updated, published, version, primary_category, latest_version, title,"
    " authors, abstract, comment, journal_ref, doi FROM papers";
constexpr int kPaperColumns = 13;

constexpr std::string_view kCategories =
    "SELECT paper_id, category, updated, published FROM paper_categories";

// What one row of paper_categories says.
using CategoryRow = std::tuple<std::string, std::string, std::string>;  // code, updated, published

Member category_row(std::string_view id, std::string_view code, std::string_view updated,
                    std::string_view published) {
  return Member().add(id).add(code).add(updated).add(published);
}

bool is_sound(const Rows& paper) {
  for (int column = 0; column < kPaperColumns; ++column) {
    if (!base::is_utf8(paper.text(column))) return false;
  }
  const std::string_view categories = paper.text(1);
  return !paper.text(0).empty() && base::parse_number<int>(paper.text(4)).has_value() &&
         paper.text(5) == categories.substr(0, categories.find(' ')) &&
         paper.text(6) == paper.text(2);
}

void note_unsound(std::string_view id, PapersCheck& check) {
  constexpr std::size_t kNamed = 5;
  ++check.unsound;
  if (check.unsound_ids.size() < kNamed) check.unsound_ids.push_back(base::one_line(id, 40));
}

}  // namespace

PapersCheck check_papers(const Database& database) {
  PapersCheck check;
  Sum wanted;
  Statement papers(database, kPapers);
  for (Rows rows = papers.query(); rows.next();) {
    ++check.papers;
    if (!is_sound(rows)) note_unsound(rows.text(0), check);
    for (const std::string_view code : distinct_codes(rows.text(1)))
      wanted.add(category_row(rows.text(0), code, rows.text(2), rows.text(3)));
  }
  Sum stored;
  Statement categories(database, kCategories);
  for (Rows rows = categories.query(); rows.next();)
    stored.add(category_row(rows.text(0), rows.text(1), rows.text(2), rows.text(3)));
  check.categories_agree = wanted == stored;
  return check;
}

namespace {

class Mender {
 public:
  explicit Mender(Database& database)
      : database_(database),
        stored_(database,
                "SELECT category, updated, published FROM paper_categories"
                " INDEXED BY paper_categories_paper_id_idx WHERE paper_id = ?1"
                " ORDER BY category"),
        codes_(database) {}

  std::int64_t mend() {
    std::int64_t mended = 0;
    database_.execute("DELETE FROM paper_categories WHERE paper_id NOT IN (SELECT id FROM papers)");
    Statement papers(database_, kPapers);
    for (Rows rows = papers.query(); rows.next();)
      mended += mend(rows) ? 1 : 0;
    return mended;
  }

 private:
  bool mend(const Rows& paper) {
    const std::string_view id = paper.text(0);
    std::vector<CategoryRow> wanted;
    for (const std::string_view code : distinct_codes(paper.text(1)))
      wanted.emplace_back(code, paper.text(2), paper.text(3));
    std::sort(wanted.begin(), wanted.end());
    if (stored(id) == wanted) return false;
    codes_.replace(id, paper.text(1), paper.text(2), paper.text(3));
    return true;
  }

  std::vector<CategoryRow> stored(std::string_view id) {
    std::vector<CategoryRow> found;
    for (Rows rows = stored_.query(id); rows.next();)
      found.emplace_back(rows.text(0), rows.text(1), rows.text(2));
    return found;
  }

  Database& database_;
  Statement stored_;
  CategoryRows codes_;
};

}  // namespace

std::int64_t mend_categories(Database& database) {
  return Mender(database).mend();
}

}  // namespace mirror

#include "harvestd/writer/category_rows.h"

#include "harvestd/writer/record.h"

namespace mirror {

CategoryRows::CategoryRows(const Database& database)
    : clear_(database, "DELETE FROM paper_categories WHERE paper_id = ?1"),
      add_(database,
           "INSERT INTO paper_categories (category, paper_id, updated, published)"
           " VALUES (?1, ?2, ?3, ?4)") {}

void CategoryRows::add(std::string_view id, std::string_view categories, std::string_view updated,
                       std::string_view published) {
  for (const std::string_view code : distinct_codes(categories))
    add_.run(code, id, updated, published);
}

void CategoryRows::replace(std::string_view id, std::string_view categories,
                           std::string_view updated, std::string_view published) {
  clear_.run(id);
  add(id, categories, updated, published);
}

}  // namespace mirror

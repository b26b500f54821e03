#include "tests/query_model/pages.h"

#include <algorithm>

namespace query_model {

std::vector<std::size_t> select(const Query& query, std::span<const Document> documents) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < documents.size(); ++place) {
    if (query.matches(documents[place])) places.push_back(place);
  }
  return places;
}

void sort_by_date(std::vector<std::size_t>& places, std::span<const Document> documents, Date date,
                  bool ascending, Ties ties) {
  const auto key = [&](std::size_t place) -> const std::string& {
    const Document& document = documents[place];
    return date == Date::kPublished ? document.published() : document.updated();
  };
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    if (key(a) != key(b)) return (key(a) < key(b)) == ascending;
    return ties == Ties::kPlace ? a < b : documents[a].id() < documents[b].id();
  });
}

std::vector<std::string> page(const std::vector<std::size_t>& places,
                              std::span<const Document> documents, std::size_t start,
                              std::size_t limit) {
  std::vector<std::string> ids;
  for (std::size_t at = start; at < places.size() && ids.size() < limit; ++at)
    ids.push_back(documents[places[at]].id());
  return ids;
}

}  // namespace query_model

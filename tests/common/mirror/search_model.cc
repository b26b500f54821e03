#include "tests/common/mirror/search_model.h"

#include <algorithm>

#include "common/base/text.h"

namespace testing {
namespace {

bool holds_word(std::string_view text, std::string_view word) {
  const auto words = base::split_words(text);
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool matches(const PaperRow& row, const arxiv::MirrorQuery& query) {
  if (!query.match.empty() && !holds_word(row.title, query.match)) return false;
  if (query.window && (row.published < query.window->from || row.published > query.window->to))
    return false;
  return std::all_of(query.groups.begin(), query.groups.end(), [&](const auto& group) {
    return std::any_of(group.begin(), group.end(),
                       [&](const std::string& code) { return holds_word(row.categories, code); });
  });
}

// Ties go by identifier in a search by category alone, by row number in every other.
bool tie_precedes(const PaperRow* a, const PaperRow* b, const arxiv::MirrorQuery& query) {
  return query.match.empty() && !query.groups.empty() ? a->id < b->id : a < b;
}

}  // namespace

ModelAnswer model_search(const std::vector<PaperRow>& rows, const mirror::SearchRequest& request) {
  using Sort = mirror::SearchRequest::Sort;
  std::vector<const PaperRow*> found;
  for (const PaperRow& row : rows) {
    if (matches(row, request.query)) found.push_back(&row);
  }
  const auto key = request.sort == Sort::kSubmitted ? &PaperRow::published : &PaperRow::updated;
  const bool ascending = request.ascending && request.sort != Sort::kRelevance;
  std::sort(found.begin(), found.end(), [&](const PaperRow* a, const PaperRow* b) {
    if (a->*key != b->*key) return (a->*key < b->*key) == ascending;
    return tie_precedes(a, b, request.query);
  });
  ModelAnswer answer;
  answer.total = static_cast<std::int64_t>(found.size());
  for (std::int64_t i = request.start; i < std::min(request.start + request.limit, answer.total);
       ++i)
    answer.ids.push_back(found[static_cast<std::size_t>(i)]->id);
  return answer;
}

std::vector<std::string> ids_of(const mirror::SearchPage& page) {
  std::vector<std::string> ids;
  for (const arxiv::Paper& paper : page.papers)
    ids.push_back(paper.id.substr(0, paper.id.rfind('v')));
  return ids;
}

}  // namespace testing

#include "mcpd/fulltext/sections.h"

#include <algorithm>
#include <utility>

#include "common/base/text.h"
#include "mcpd/fulltext/fold.h"

namespace fulltext {
namespace {

/// `2.1`, `A.`, `IV`, and with a word before it `Appendix A`, `Chapter 3`; nothing where a title
/// has no number. A part of `title`, which is folded.
std::string_view number_of(std::string_view title) {
  const auto words = base::split_words(title);
  if (words.empty()) return {};
  constexpr std::string_view kWords[] = {"appendix", "chapter", "part", "section"};
  const bool named = std::find(std::begin(kWords), std::end(kWords), words[0]) != std::end(kWords);
  const std::size_t at = named ? 1 : 0;
  if (at == words.size()) return {};
  const std::string_view word = words[at];
  const auto is_mark = [](char c) {
    return base::is_digit(c) || c == '.' || c == 'i' || c == 'v' || c == 'x' || c == 'l';
  };
  const bool letter = base::is_letter(word[0]) && (word.size() == 1 || !base::is_letter(word[1]));
  const bool number = letter || std::all_of(word.begin(), word.end(), is_mark);
  if (!number || (words.size() == 1 && !named && letter)) return {};
  const auto size = word.data() + word.size() - title.data();
  return title.substr(0, static_cast<std::size_t>(size));
}

std::string_view without_marks(std::string_view text) {
  constexpr std::string_view kMarks = ".: ";
  const std::size_t begin = text.find_first_not_of(kMarks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kMarks) + 1 - begin);
}

/// `3.2` of `section 3.2`, `sec. 3.2` or of the same with a section mark.
std::string_view without_word(std::string_view wanted) {
  for (const std::string_view word : {"section ", "sec. ", "sec ", "\xC2\xA7"}) {
    if (wanted.starts_with(word)) return wanted.substr(word.size());
  }
  return wanted;
}

/// How well a title answers to what was asked for; 0 for not at all.
int fitness(std::string_view title, std::string_view wanted) {
  if (title == wanted) return 3;
  const std::string_view number = number_of(title);
  const std::string_view name = without_marks(title.substr(number.size()));
  if (!name.empty() && name == without_marks(wanted)) return 2;
  if (number.empty()) return without_marks(title) == without_marks(wanted) ? 2 : 0;
  const std::string_view bare = number.substr(number.rfind(' ') + 1);
  const std::string_view asked = without_marks(without_word(wanted));
  return asked == without_marks(number) || asked == without_marks(bare) ? 1 : 0;
}

bool holds_every_word(std::string_view title, std::string_view wanted) {
  const auto words = base::split_words(wanted);
  return !words.empty() && std::all_of(words.begin(), words.end(), [title](std::string_view word) {
    return title.find(word) != std::string_view::npos;
  });
}

}  // namespace

std::optional<Section> find_section(const std::vector<Heading>& headings,
                                    std::size_t body_characters, std::string_view wanted) {
  const std::string folded = fold_text(wanted);
  std::size_t best = 0;
  int best_fitness = 0;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const int fits = fitness(fold_text(headings[i].title), folded);
    if (fits <= best_fitness) continue;
    best = i;
    best_fitness = fits;
  }
  if (best_fitness == 0 || folded.empty()) return std::nullopt;
  const auto end =
      std::find_if(headings.begin() + static_cast<std::ptrdiff_t>(best) + 1, headings.end(),
                   [&](const Heading& each) { return each.level <= headings[best].level; });
  return Section{headings[best].start,
                 end == headings.end() ? body_characters : end->start - end->lead};
}

std::vector<std::string> suggest_sections(const std::vector<Heading>& headings,
                                          std::string_view wanted, std::size_t count) {
  constexpr std::size_t kCompared = 80;  // bytes: edit_distance takes the product of the lengths
  const std::string folded = fold_text(wanted);
  std::vector<std::pair<std::size_t, std::size_t>> ranked;  // rank, index
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const std::string title = fold_text(headings[i].title);
    const std::string name(without_marks(std::string_view(title).substr(number_of(title).size())));
    const std::size_t distance =
        holds_every_word(title, folded)
            ? 0
            : 1 + base::edit_distance(name.substr(0, kCompared), folded.substr(0, kCompared));
    ranked.emplace_back(distance, i);
  }
  const std::size_t near = 1 + std::min(folded.size(), kCompared) / 2;
  std::stable_sort(ranked.begin(), ranked.end());
  const bool any_near = !ranked.empty() && ranked.front().first <= near;
  std::vector<std::string> titles;
  for (const auto& [distance, index] : ranked) {
    if (titles.size() == count || (any_near && distance > near)) break;
    titles.push_back(headings[any_near ? index : titles.size()].title);
  }
  return titles;
}

std::string_view section_at(const std::vector<Heading>& headings, std::size_t at) {
  const auto behind =
      std::upper_bound(headings.begin(), headings.end(), at,
                       [](std::size_t place, const Heading& each) { return place < each.start; });
  return behind == headings.begin() ? std::string_view() : std::prev(behind)->title;
}

}  // namespace fulltext

#include "mcpd/reading/view.h"

#include <algorithm>

#include "common/base/fault.h"
#include "common/base/utf8.h"
#include "mcpd/fulltext/phrase_search.h"
#include "mcpd/fulltext/sections.h"
#include "mcpd/fulltext/slice.h"

namespace reading {
namespace {

constexpr std::size_t kMostSuggestions = 5;
constexpr std::size_t kToldCharacters = 80;

/// Code points `start` to `end` of the body, of which at most `longest` are shown.
View view_range(const Body& body, std::size_t start, std::size_t end,
                std::optional<std::size_t> longest) {
  const std::size_t whole = end > start ? end - start : 0;
  View view;
  view.start = start;
  view.length = std::min(whole, longest.value_or(whole));
  view.content = fulltext::slice(body.text, start, view.length);
  view.truncated = view.length < whole;
  if (start == 0) view.outline = fulltext::make_outline(body.headings);
  return view;
}

base::Fault section_not_found(const Body& body, std::string_view wanted) {
  const std::string named = "\"" + base::one_line(wanted, kToldCharacters) + "\"";
  const bool has_sections = !body.headings.empty();
  return base::Fault(base::Code::kValidation, "section_not_found",
                     has_sections ? "The paper has no section " + named + "."
                                  : "The text of this paper has no headings, so no section " +
                                        named + " can be read.")
      .with("suggestions", fulltext::suggest_sections(body.headings, wanted, kMostSuggestions))
      .hint(has_sections ? "Use a title or number of the outline, which a read from the beginning "
                           "carries; suggestions has the nearest."
                         : "Look for a phrase with find, or read on with start.")
      .retryable(false);
}

}  // namespace

View view_part(const Body& body, std::size_t start, std::optional<std::size_t> longest) {
  return view_range(body, start, body.characters, longest);
}

View view_section(const Body& body, std::string_view wanted, std::optional<std::size_t> longest) {
  const auto section = fulltext::find_section(body.headings, body.characters, wanted);
  if (!section) throw section_not_found(body, wanted);
  return view_range(body, section->start, section->end, longest);
}

View view_matches(const Body& body, std::string_view phrase) {
  const auto walk = [&body](const fulltext::TextVisitor& visit) {
    if (body.source == Source::kPdfText) return fulltext::walk_text(body.text, visit);
    fulltext::walk_html(body.text, body.formulas, visit);
  };
  View view;
  view.matches.emplace();
  std::size_t bytes = 0;
  std::size_t points = 0;
  for (fulltext::PhraseMatch& found : fulltext::find_phrase(phrase, walk)) {
    points += base::count_code_points(std::string_view(body.text).substr(bytes, found.at - bytes));
    bytes = found.at;
    view.matches->push_back({points, std::string(fulltext::section_at(body.headings, points)),
                             std::move(found.context)});
  }
  return view;
}

}  // namespace reading

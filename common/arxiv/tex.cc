#include "common/arxiv/tex.h"

#include <algorithm>
#include <optional>
#include <span>

#include "common/arxiv/letters.h"
#include "common/arxiv/tex_tables.h"
#include "common/arxiv/white_space.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

namespace arxiv {
namespace {

using tex::Accent;
using tex::Macro;

/// Bytes [begin, end) of a text, to be replaced by something not longer.
struct Edit {
  std::size_t begin;
  std::size_t end;
  std::string text;
};
using Finding = std::optional<Edit>;

/// A backslash in a text, and what a rule may look at around it.
struct Place {
  std::string_view text;
  std::size_t at;
  std::size_t floor;  ///< end of the edit before: what lies behind it is used up

  std::string_view rest() const { return text.substr(at); }
  bool follows(char c) const { return at > floor && text[at - 1] == c; }
};

/// Applies `rule` (Place to Finding) at each backslash, left to right, in place: as no edit grows
/// the text, what is written never overtakes what is still to be read.
template <class Rule>
void rewrite(std::string& text, const Rule& rule) {
  std::size_t read = 0;
  std::size_t written = 0;
  const auto keep_until = [&](std::size_t end) {
    if (written != read) {
      std::copy(text.begin() + static_cast<std::ptrdiff_t>(read),
                text.begin() + static_cast<std::ptrdiff_t>(end),
                text.begin() + static_cast<std::ptrdiff_t>(written));
    }
    written += end - read;
  };
  for (std::size_t at = text.find('\\'); at != std::string::npos;) {
    const Finding edit = rule(Place{text, at, read});
    if (edit) {
      keep_until(edit->begin);
      written += edit->text.copy(text.data() + written, edit->text.size());
      read = edit->end;
    }
    at = text.find('\\', edit ? edit->end : at + 1);
  }
  keep_until(text.size());
  text.resize(written);
}

/// arXiv means to mend accents on dotless letters, but its pattern wants a slash in front and
/// leaves the braces escaped: `/\'{\i}` becomes `\'\{i\}`.
Finding dotless_repair(const Place& place) {
  const std::string_view rest = place.rest();
  const bool found = place.follows('/') && rest.size() >= 6 &&
                     tex::kDotlessMarks.find(rest[1]) != std::string_view::npos &&
                     rest.substr(2, 2) == "{\\" && (rest[4] == 'i' || rest[4] == 'j') &&
                     rest[5] == '}';
  if (!found) return std::nullopt;
  return Edit{place.at - 1, place.at + 6, {'\\', rest[1], '\\', '{', rest[4], '\\', '}'}};
}

/// A letter or digit of any script directly behind a macro's name makes it another name; `_` not.
bool continues_name(std::string_view text, std::size_t at) {
  return at < text.size() && is_letter_or_number(base::code_point_at(text, at).value);
}

/// What may be dropped behind a macro: a blank, the backslash of `\ `, or `{}`.
std::size_t swallowed_after(std::string_view rest) {
  if (rest.starts_with(' ') || rest.starts_with("\\ ")) return 1;
  return rest.starts_with("{}") ? 2 : 0;
}

Finding macro(const Place& place, std::span<const Macro> table) {
  const std::string_view text = place.text;
  std::size_t end = place.at + 1;
  while (end < text.size() && base::is_letter(text[end]))
    ++end;
  const std::string_view name = text.substr(place.at + 1, end - place.at - 1);
  const auto row = std::ranges::find(table, name, &Macro::name);
  if (row == table.end() || continues_name(text, end)) return std::nullopt;
  if (place.follows('{') && end < text.size() && text[end] == '}') {
    return Edit{place.at - 1, end + 1, std::string(row->text)};
  }
  return Edit{place.at, end + swallowed_after(text.substr(end)), std::string(row->text)};
}

/// \j has no character of its own: `{\j}` and `\j` before white space are a plain j.
Finding dotless_j(const Place& place) {
  const std::string_view rest = place.rest();
  if (rest.size() < 3 || rest[1] != 'j') return std::nullopt;
  if (place.follows('{') && rest[2] == '}') return Edit{place.at - 1, place.at + 3, "j"};
  const std::size_t blank = white_space_at(rest, 2);
  if (blank == 0) return std::nullopt;
  return Edit{place.at, place.at + 2 + blank, "j"};
}

/// `letter` under `mark`; a pair without a character keeps what of it is a letter.
std::string accented(const Accent& accent, char letter) {
  const std::string_view composed = accent.on(letter);
  if (!composed.empty()) return std::string(composed);
  std::string plain;
  if (base::is_letter(accent.mark)) plain += accent.mark;
  return plain += letter;
}

/// `\'e`.
Finding bare_accent(const Place& place) {
  const std::string_view rest = place.rest();
  if (rest.size() < 3 || !base::is_letter(rest[2])) return std::nullopt;
  const auto row = std::ranges::find(tex::kSignAccents, rest[1], &Accent::mark);
  if (row == tex::kSignAccents.end()) return std::nullopt;
  return Edit{place.at, place.at + 3, accented(*row, rest[2])};
}

/// `\'{e}`, `\c{c}`.
Finding braced_accent(const Place& place, std::span<const Accent> table) {
  const std::string_view rest = place.rest();
  if (rest.size() < 5 || rest[2] != '{' || !base::is_letter(rest[3]) || rest[4] != '}') {
    return std::nullopt;
  }
  const auto row = std::ranges::find(table, rest[1], &Accent::mark);
  if (row == table.end()) return std::nullopt;
  return Edit{place.at, place.at + 5, accented(*row, rest[3])};
}

/// A tie over one character, `\t{x}`, is dropped.
Finding tie(const Place& place) {
  const std::string_view rest = place.rest();
  if (rest.size() < 5 || !rest.starts_with("\\t{") || rest[3] == '}') return std::nullopt;
  const std::size_t end = base::code_point_at(rest, 3).next;
  if (end >= rest.size() || rest[end] != '}') return std::nullopt;
  return Edit{place.at, place.at + end + 1, std::string(rest.substr(3, end - 3))};
}

/// Takes `{{x}}` to `{x}` until there is none: of the stretch up to each run of closing braces,
/// doubled opening braces go, leftmost first, one for each closing brace of the run but the last.
void reduce_doubled_braces(std::string& text) {
  if (text.find("{{") == std::string::npos) return;
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t closing = std::min(text.find('}', at), text.size());
    const std::size_t end = std::min(text.find_first_not_of('}', closing), text.size());
    std::size_t closed = end - closing;
    for (; at < closing; ++at) {
      const bool doubled = text[at] == '{' && at > 0 && text[at - 1] == '{';
      if (doubled && closed > 1) {
        --closed;
      } else {
        text[written++] = text[at];
      }
    }
    for (; closed > 0; --closed)
      text[written++] = '}';
    at = end;
  }
  text.resize(written);
}

}  // namespace

bool may_hold_tex(std::string_view text) {
  return text.find('\\') != std::string_view::npos || text.find("{{") != std::string_view::npos;
}

std::string tex_to_unicode(std::string_view text) {
  std::string out(text);
  if (!may_hold_tex(text)) return out;
  // arXiv's order, which shows: \S\alpha turns into \Sα, and \S before a letter is left alone.
  rewrite(out, dotless_repair);
  rewrite(out, [](const Place& place) { return macro(place, tex::kLetters); });
  rewrite(out, [](const Place& place) { return macro(place, tex::kGreek); });
  rewrite(out, [](const Place& place) { return macro(place, tex::kSymbols); });
  rewrite(out, dotless_j);
  reduce_doubled_braces(out);
  rewrite(out, bare_accent);
  rewrite(out, [](const Place& place) { return braced_accent(place, tex::kSignAccents); });
  rewrite(out, [](const Place& place) { return braced_accent(place, tex::kLetterAccents); });
  rewrite(out, tie);
  return out;
}

}  // namespace arxiv

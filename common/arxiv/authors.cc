#include "common/arxiv/authors.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "common/arxiv/white_space.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

namespace arxiv {
namespace {

/// `line` with each run of white space, of whatever script, as one blank.
std::string with_single_blanks(std::string_view line) {
  std::string out;
  out.reserve(line.size());
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t blank = white_space_at(line, at);
    if (blank == 0) {
      out += line[at++];
    } else {
      if (!out.ends_with(' ')) out += ' ';
      at += blank;
    }
  }
  return out;
}

/// Collects the names of a line from its tokens, in order. A token is a name or one of the
/// separators "," and ":" and "(", which stands for a whole block in parentheses.
class NameList {
 public:
  void add_separator(char separator) {
    before_ = last_;
    last_ = separator;
  }

  /// "Jr" behind a comma belongs to the token before that comma, and is lost with it when that is
  /// no name. "Sr." stays on its own, and a lone ")" takes no suffix.
  void add_name(std::string_view name) {
    if (name.empty()) return;
    const bool is_suffix = (name == "Jr" || name == "Jr.") && last_ == ',' && before_ != kNothing;
    if (!is_suffix || (before_ == kName && names_.back() == ")")) {
      names_.emplace_back(name);
      add_separator(kName);
    } else if (before_ == kName) {
      names_.back().append(", ").append(name);
      last_ = kName;
    } else {
      last_ = before_;
    }
  }

  const std::vector<std::string>& names() const { return names_; }

 private:
  static constexpr char kNothing = '\0';
  static constexpr char kName = 'n';

  std::vector<std::string> names_;
  char last_ = kNothing;    ///< the latest token: a separator or kName
  char before_ = kNothing;  ///< the token before it
};

/// Length of the separator at the start of `rest`: a comma, a colon, or " and " and " & " with the
/// comma before them. 0 when there is none.
std::size_t separator_length(std::string_view rest) {
  const std::size_t comma = rest.starts_with(',') ? 1 : 0;
  const std::string_view word = rest.substr(comma);
  if (word.starts_with(" and ")) return comma + 5;
  if (word.starts_with(" & ")) return comma + 3;
  return rest.starts_with(':') ? 1 : comma;
}

/// Adds the names and separators of `text`, which lies outside parentheses.
void add_names(std::string_view text, NameList& list) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = separator_length(text.substr(at));
    if (length == 0) {
      ++at;
      continue;
    }
    list.add_name(base::trim(text.substr(begin, at - begin)));
    list.add_separator(text[at] == ':' ? ':' : ',');
    begin = at += length;
  }
  list.add_name(base::trim(text.substr(begin)));
}

/// A parenthesis opens a block only outside every other one, and a stray closing one makes the next
/// opening one ordinary text. A block that never closes reaches to the end.
NameList names_of(std::string_view line) {
  NameList list;
  std::size_t begin = 0;
  long depth = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '(' && ++depth == 1) {
      add_names(line.substr(begin, at - begin), list);
      begin = at;
    } else if (line[at] == ')' && --depth == 0) {
      list.add_separator('(');
      begin = at + 1;
    }
  }
  if (depth <= 0) add_names(line.substr(begin), list);
  return list;
}

/// A blank behind each full stop inside `name`, unless it belongs to TeX: "J.B. X" is "J. B. X".
std::string with_spaced_initials(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size(); ++at) {
    out += name[at];
    const bool inside = name[at] == '.' && at + 1 < name.size() && name[at + 1] != ' ';
    if (!inside || (at > 0 && name[at - 1] == '\\')) continue;
    // The next character is taken along, so that of ".." only the first is followed by a blank.
    out += ' ';
    out += name[++at];
  }
  return out;
}

bool is_et_al(std::string_view name) {
  const std::string start = base::lower(name.substr(0, 6));
  return start.starts_with("et al") || start.starts_with("et. al");
}

}  // namespace

std::vector<std::string> split_authors(std::string_view line) {
  std::vector<std::string> shown;
  const NameList list = names_of(with_single_blanks(line));
  for (const std::string& name : list.names()) {
    if (name.starts_with('(') || name.starts_with(']')) continue;
    std::string spaced = with_spaced_initials(name);
    if (!is_et_al(spaced)) shown.push_back(std::move(spaced));
  }
  return shown;
}

std::string fold_author(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = base::code_point_at(text, at).next;
    const std::string_view letter = text.substr(at, end - at);
    const auto row = std::ranges::find(kAuthorFolds, letter, &AuthorFold::letter);
    out += row == std::end(kAuthorFolds) ? letter : row->ascii;
    at = end;
  }
  return out;
}

}  // namespace arxiv

#include "mcpd/fulltext/element_class.h"

#include <algorithm>
#include <array>

#include "common/base/text.h"

namespace fulltext {
namespace {

using Edge = ElementClass::Edge;
using Part = ElementClass::Part;

/// What one class of LaTeXML's says.
struct ClassMeaning {
  std::string_view name;  ///< without `ltx_`
  bool structural = false;
  bool heading = false;
  bool page_margin = false;
  bool note = false;
  bool font = false;
  Part part = Part::kNone;
};

// In the order of the names' lengths, so that few are compared with a class. Structural ones are
// those of contract 5.5, pass 4; headings those of 5.6.
constexpr ClassMeaning kMeanings[] = {
    {.name = "tr", .part = Part::kRow},
    {.name = "th", .part = Part::kHeader},
    {.name = "td", .part = Part::kCell},
    {.name = "part", .structural = true},
    {.name = "note", .note = true},
    {.name = "text", .font = true},
    {.name = "title", .structural = true},
    {.name = "section", .structural = true},
    {.name = "chapter", .structural = true},
    {.name = "tabular", .part = Part::kTable},
    {.name = "abstract", .structural = true},
    {.name = "appendix", .structural = true},
    {.name = "paragraph", .structural = true},
    {.name = "subsection", .structural = true},
    {.name = "title_part", .heading = true},
    {.name = "page_header", .page_margin = true},
    {.name = "page_footer", .page_margin = true},
    {.name = "page_navbar", .page_margin = true},
    {.name = "subparagraph", .structural = true},
    {.name = "bibliography", .structural = true},
    {.name = "subsubsection", .structural = true},
    {.name = "title_section", .heading = true},
    {.name = "title_chapter", .heading = true},
    {.name = "title_appendix", .heading = true},
    {.name = "acknowledgement", .structural = true},
    {.name = "title_paragraph", .heading = true},
    {.name = "acknowledgements", .structural = true},
    {.name = "title_subsection", .heading = true},
    {.name = "title_bibliography", .heading = true},
    {.name = "title_subsubsection", .heading = true},
};
constexpr std::size_t kLongestName = 19;

constexpr bool is_shorter(const ClassMeaning& a, const ClassMeaning& b) {
  return a.name.size() < b.name.size();
}
static_assert(std::is_sorted(std::begin(kMeanings), std::end(kMeanings), is_shorter));

/// Where the names of each length begin in kMeanings.
constexpr std::array<std::uint8_t, kLongestName + 2> find_lengths() {
  std::array<std::uint8_t, kLongestName + 2> begins{};
  std::size_t at = 0;
  for (std::size_t length = 0; length < begins.size(); ++length) {
    while (at < std::size(kMeanings) && kMeanings[at].name.size() < length)
      ++at;
    begins[length] = static_cast<std::uint8_t>(at);
  }
  return begins;
}
constexpr auto kLengths = find_lengths();
static_assert(kLengths.back() == std::size(kMeanings));

const ClassMeaning* meaning_of(std::string_view name) {
  if (name.size() > kLongestName) return nullptr;
  for (std::size_t at = kLengths[name.size()]; at < kLengths[name.size() + 1]; ++at) {
    if (kMeanings[at].name == name) return &kMeanings[at];
  }
  return nullptr;
}

/// `12` of `colspan_12`, at most 3 digits; or empty.
std::string_view span_of(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return {};
  name.remove_prefix(prefix.size());
  const bool number =
      !name.empty() && name.size() <= 3 && std::all_of(name.begin(), name.end(), base::is_digit);
  return number ? name : std::string_view();
}

class ClassReader {
 public:
  void take(std::string_view name) {
    constexpr std::string_view kLatexml = "ltx_";
    if (name.starts_with(kLatexml)) {
      take_latexml(name.substr(kLatexml.size()));
    } else if (name.starts_with("ar5iv-severity")) {
      out_.report = true;
    }
  }

  ElementClass finish() {
    if (token_) {
      out_.edge = Edge::kToken;
    } else if (out_.latexml && !font_) {
      out_.edge = Edge::kBox;
    }
    return out_;
  }

 private:
  void take_latexml(std::string_view name) {
    out_.latexml = true;
    token_ |= name.starts_with("lst_");
    if (const ClassMeaning* meaning = meaning_of(name)) return add(*meaning);
    if (const auto columns = span_of(name, "colspan_"); !columns.empty()) out_.columns = columns;
    if (const auto rows = span_of(name, "rowspan_"); !rows.empty()) out_.rows = rows;
  }

  void add(const ClassMeaning& meaning) {
    out_.structural |= meaning.structural;
    out_.heading |= meaning.heading;
    out_.page_margin |= meaning.page_margin;
    out_.note |= meaning.note;
    font_ |= meaning.font;
    // A header cell is of both classes.
    if (meaning.part != Part::kNone && out_.part != Part::kHeader) out_.part = meaning.part;
  }

  ElementClass out_;
  bool font_ = false;
  bool token_ = false;
};

}  // namespace

ElementClass read_class(std::string_view value) {
  ClassReader reader;
  for (std::size_t at = 0; at < value.size();) {
    if (base::is_space(value[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < value.size() && !base::is_space(value[end]))
      ++end;
    reader.take(value.substr(at, end - at));
    at = end;
  }
  return reader.finish();
}

}  // namespace fulltext

#include "mcpd/fulltext/element_class.h"

#include <algorithm>
#include <array>

#include "common/base/text.h"

namespace fulltext {
namespace {

using Part = ElementClass::Part;

// All without `ltx_`. Contract 5.5, pass 4.
constexpr std::array<std::string_view, 13> kStructural = {
    "section",  "subsection",   "subsubsection", "paragraph",       "subparagraph",
    "appendix", "bibliography", "abstract",      "acknowledgement", "acknowledgements",
    "title",    "part",         "chapter"};

// Contract 5.6.
constexpr std::array<std::string_view, 8> kHeadings = {
    "title_part",          "title_chapter",   "title_section",  "title_subsection",
    "title_subsubsection", "title_paragraph", "title_appendix", "title_bibliography"};

constexpr std::array<std::string_view, 3> kPageMargins = {"page_header", "page_footer",
                                                          "page_navbar"};

struct PartClass {
  std::string_view name;
  Part part;
};
constexpr std::array<PartClass, 4> kParts = {
    {{"tabular", Part::kTable}, {"tr", Part::kRow}, {"th", Part::kHeader}, {"td", Part::kCell}}};

bool is_one_of(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// `12` of `colspan_12`, at most 3 digits; or empty.
std::string_view span_of(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return {};
  name.remove_prefix(prefix.size());
  const bool number =
      !name.empty() && name.size() <= 3 && std::all_of(name.begin(), name.end(), base::is_digit);
  return number ? name : std::string_view();
}

void read_latexml_class(std::string_view name, ElementClass& out) {
  out.latexml = true;
  out.structural |= is_one_of(kStructural, name);
  out.heading |= is_one_of(kHeadings, name);
  out.page_margin |= is_one_of(kPageMargins, name);
  out.note |= name == "note";
  // A header cell is of both classes.
  for (const PartClass& each : kParts) {
    if (each.name == name && out.part != Part::kHeader) out.part = each.part;
  }
  if (const auto columns = span_of(name, "colspan_"); !columns.empty()) out.columns = columns;
  if (const auto rows = span_of(name, "rowspan_"); !rows.empty()) out.rows = rows;
}

}  // namespace

ElementClass read_class(std::string_view value) {
  constexpr std::string_view kLatexml = "ltx_";
  ElementClass out;
  for (std::size_t at = 0; at < value.size();) {
    if (base::is_space(value[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < value.size() && !base::is_space(value[end]))
      ++end;
    const std::string_view name = value.substr(at, end - at);
    if (name.starts_with(kLatexml)) {
      read_latexml_class(name.substr(kLatexml.size()), out);
    } else if (name.starts_with("ar5iv-severity")) {
      out.report = true;
    }
    at = end;
  }
  return out;
}

}  // namespace fulltext

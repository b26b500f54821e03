#include "tests/standin/record_slices.h"

#include <algorithm>
#include <optional>

namespace standin {
namespace {

struct Tag {
  std::size_t begin;  ///< of '<'
  std::size_t end;    ///< behind '>'
  std::string_view name;
  bool closes;       ///< </name>
  bool is_complete;  ///< <name/>
};

struct Construct {
  std::string_view opening;
  std::string_view closing;
};
/// What begins with '<' and is no tag; the longer opening first.
constexpr Construct kConstructs[] = {
    {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};

std::size_t behind(std::string_view xml, std::size_t from, std::string_view closing) {
  const std::size_t at = xml.find(closing, from);
  return at == std::string_view::npos ? xml.size() : at + closing.size();
}

/// Behind the '>' of the tag at `at`, quoted values passed over.
std::size_t tag_end(std::string_view xml, std::size_t at) {
  while ((at = xml.find_first_of("\"'>", at)) != std::string_view::npos) {
    if (xml[at] == '>') return at + 1;
    at = behind(xml, at + 1, xml.substr(at, 1));
  }
  return xml.size();
}

/// The first tag at or behind `from`.
std::optional<Tag> next_tag(std::string_view xml, std::size_t from) {
  while ((from = xml.find('<', from)) != std::string_view::npos) {
    const std::string_view rest = xml.substr(from);
    const auto* const other =
        std::find_if(std::begin(kConstructs), std::end(kConstructs),
                     [&](const Construct& row) { return rest.starts_with(row.opening); });
    if (other != std::end(kConstructs)) {
      from = behind(xml, from + other->opening.size(), other->closing);
      continue;
    }
    const std::size_t end = tag_end(xml, from);
    const bool closes = rest.starts_with("</");
    const std::string_view inside = rest.substr(closes ? 2 : 1, end - from - (closes ? 3 : 2));
    return Tag{from, end, inside.substr(0, inside.find_first_of(" \t\r\n/")), closes,
               inside.ends_with('/')};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string_view> record_slices(std::string_view xml) {
  std::vector<std::string_view> slices;
  std::size_t depth = 0;
  std::size_t begin = 0;
  for (auto tag = next_tag(xml, 0); tag; tag = next_tag(xml, tag->end)) {
    if (tag->name != "record" || tag->is_complete) continue;
    if (!tag->closes && depth++ == 0) begin = tag->begin;
    if (tag->closes && depth > 0 && --depth == 0) {
      slices.push_back(xml.substr(begin, tag->end - begin));
    }
  }
  return slices;
}

Span content_span(std::string_view xml, std::string_view name) {
  std::size_t begin = 0;
  for (auto tag = next_tag(xml, 0); tag; tag = next_tag(xml, tag->end)) {
    if (tag->name != name || tag->is_complete) continue;
    if (tag->closes) return {begin, tag->begin - begin};
    begin = tag->end;
  }
  return {};
}

}  // namespace standin

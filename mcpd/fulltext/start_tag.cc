#include "mcpd/fulltext/start_tag.h"

#include <algorithm>

#include "common/base/text.h"
#include "mcpd/fulltext/tag_names.h"

namespace fulltext {
namespace {

/// `visibility: hidden` among the declarations of a style.
bool hides_element(std::string_view style) {
  for (std::size_t begin = 0; begin < style.size();) {
    const std::size_t end = std::min(style.find(';', begin), style.size());
    const std::string_view declaration = style.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view value = base::trim(declaration.substr(colon + 1));
    if (base::equal_ignoring_case(base::trim(declaration.substr(0, colon)), "visibility") &&
        base::equal_ignoring_case(value.substr(0, value.find_first_of(" !")), "hidden"))
      return true;
  }
  return false;
}

/// True where `value` can stand between quotes as it is.
bool is_quotable(std::string_view value) {
  return value.find('"') == std::string_view::npos || value.find('\'') == std::string_view::npos;
}

bool is_event_handler(std::string_view name) {
  return name.size() > 2 && base::equal_ignoring_case(name.substr(0, 2), "on");
}

/// False of a name that only broken markup has, and that would not be read alike elsewhere.
bool is_plain(std::string_view name) {
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return c == '"' || c == '\'' || c == '<' || c == '='; });
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  const char quote = value.find('"') == std::string_view::npos ? '"' : '\'';
  out.append(1, ' ').append(name).append(1, '=').append(1, quote).append(value).append(1, quote);
}

}  // namespace

bool is_void(std::uint64_t name) {
  switch (name) {
    case name_code("area"):
    case name_code("base"):
    case name_code("br"):
    case name_code("col"):
    case name_code("embed"):
    case name_code("hr"):
    case name_code("img"):
    case name_code("input"):
    case name_code("link"):
    case name_code("meta"):
    case name_code("source"):
    case name_code("track"):
    case name_code("wbr"):
      return true;
    default:
      return false;
  }
}

int heading_level(std::uint64_t name) {
  return name >= name_code("h1") && name <= name_code("h6")
             ? static_cast<int>(name - name_code("h1"))
             : -1;
}

void StartTag::read(const HtmlToken& token) {
  kept_.clear();
  class_ = {};
  hides_ = false;
  // One that becomes a cell has to have its end tag.
  closes_itself_ = token.closes_itself && token.code != name_code("span");
  HtmlAttributes attributes(token.inside);
  for (HtmlAttribute each; attributes.next(each);)
    read(each, token.code);
  // A real cell says so itself.
  if (token.code != name_code("span")) class_.part = ElementClass::Part::kNone;
}

void StartTag::read(const HtmlAttribute& attribute, std::uint64_t element) {
  bool address = false;
  switch (name_code(attribute.name)) {
    case name_code("id"):
      return;
    case name_code("class"):
      class_ = read_class(attribute.value);
      if (class_.latexml && !class_.structural) return;
      break;
    case name_code("style"):
      hides_ = hides_element(attribute.value);
      return;
    case name_code("title"):
      if (element == name_code("a")) return;
      break;
    case name_code("src"):
    case name_code("href"):
    case name_code("data"):
      address = true;
      break;
    default:
      if (is_event_handler(attribute.name) || !is_plain(attribute.name)) return;
  }
  kept_.push_back({attribute, address});
}

std::size_t StartTag::write(std::string_view name, const LinkBase* links, std::string& out) const {
  std::size_t growth = 0;
  out += '<';
  out += name;
  if (class_.part != ElementClass::Part::kNone) {
    if (!class_.columns.empty()) append_attribute(out, "colspan", class_.columns);
    if (!class_.rows.empty()) append_attribute(out, "rowspan", class_.rows);
  }
  for (const Kept& kept : kept_) {
    const HtmlAttribute& each = kept.attribute;
    const bool resolves = kept.address && links != nullptr && links->is_relative(each.value);
    const std::string address = resolves ? links->resolve(each.value) : "";
    if (resolves && is_quotable(address)) {
      const std::size_t before = out.size() + 1 + each.source.size();
      append_attribute(out, each.name, address);
      growth += out.size() - std::min(out.size(), before);
    } else {
      out += ' ';
      out += each.source;
    }
  }
  // A slash right behind a value without quotes would be part of it.
  const bool quoted = kept_.empty() || out.back() == '"' || out.back() == '\'';
  out += !closes_itself_ ? ">" : quoted ? "/>" : " />";
  return growth;
}

}  // namespace fulltext

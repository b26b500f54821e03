#include "harvestd/oai/xml_check.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "common/base/fault.h"
#include "common/base/numeric_reference.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "common/base/xml_character.h"

namespace harvest {
namespace {

/// Seven times what a page of 2,500 records holds; the parsed page's memory is bounded by it.
constexpr std::size_t kMaximumTags = 1'000'000;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

[[noreturn]] void refuse(const std::string& what) {
  throw base::Fault(base::Code::kSerialization, "", "The OAI-PMH page cannot be used: " + what);
}

[[noreturn]] void refuse_at(std::string_view document, std::size_t at, const std::string& what) {
  const auto line = std::count(document.begin(), document.begin() + static_cast<long>(at), '\n');
  refuse(what + " in line " + std::to_string(line + 1) + ".");
}

void check_encoding(std::string_view document) {
  const bool utf16 = document.starts_with("\xFE\xFF") || document.starts_with("\xFF\xFE") ||
                     document.starts_with(std::string_view("\0<", 2)) ||
                     document.starts_with(std::string_view("<\0", 2));
  if (utf16) refuse("it is encoded in UTF-16, not UTF-8.");
}

/// The value of `encoding` in the XML declaration, or nothing.
std::string_view declared_encoding(std::string_view document) {
  if (!document.starts_with("<?xml")) return {};
  const std::string_view declaration = document.substr(0, document.find("?>"));
  std::size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return {};
  at = declaration.find_first_of("\"'", at);
  if (at == std::string_view::npos) return {};
  const std::size_t end = declaration.find(declaration[at], at + 1);
  return declaration.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
}

void check_declaration(std::string_view document) {
  constexpr std::array<std::string_view, 4> kCompatible = {"utf-8", "utf8", "us-ascii", "ascii"};
  const std::string_view name = declared_encoding(document);
  const std::string folded = base::lower(name);
  if (name.empty() ||
      std::find(kCompatible.begin(), kCompatible.end(), folded) != kCompatible.end())
    return;
  const bool printable =
      std::all_of(name.begin(), name.end(), [](char c) { return c > 0x20 && c < 0x7F; });
  refuse("it declares the encoding " +
         (printable ? std::string(name.substr(0, 40)) : std::string("of another kind")) +
         ", not UTF-8.");
}

void check_characters(std::string_view document) {
  for (std::size_t at = 0; at < document.size();) {
    const auto byte = static_cast<unsigned char>(document[at]);
    const base::CodePoint point =
        byte < 0x80 ? base::CodePoint{byte, at + 1} : base::code_point_at(document, at);
    if (!base::is_xml_character(point.value))
      refuse_at(document, at, "it holds a forbidden character");
    at = point.next;
  }
}

bool is_known_reference(std::string_view name) {
  constexpr std::array<std::string_view, 5> kEntities = {"amp", "lt", "gt", "quot", "apos"};
  if (!name.starts_with('#')) {
    return std::find(kEntities.begin(), kEntities.end(), name) != kEntities.end();
  }
  const auto number = base::numeric_reference(name.substr(1));
  return number && base::is_xml_character(*number);
}

/// Checks the reference at `at` and returns the byte behind it.
std::size_t pass_reference(std::string_view document, std::size_t at) {
  constexpr std::size_t kLongest = 32;
  const std::string_view rest = document.substr(at + 1, kLongest);
  const std::size_t end = rest.find(';');
  if (end == std::string_view::npos || !is_known_reference(rest.substr(0, end))) {
    refuse_at(document, at, "it holds an unknown reference");
  }
  return at + end + 2;
}

/// Sections whose content is no markup: what opens them and what ends them.
struct Section {
  std::string_view open;
  std::string_view close;
};
constexpr std::array<Section, 3> kSections = {
    {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}};

/// Bounds the tag at `at`: the parser compares each attribute with all before it.
void check_tag(std::string_view document, std::size_t at) {
  constexpr int kMaximumAttributes = 32;
  int attributes = 0;
  char quote = 0;
  for (std::size_t next = at + 1; next < document.size(); ++next) {
    const char c = document[next];
    if (c == '<') refuse_at(document, at, "it has a tag inside a tag");
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return;
    } else if (c == '=' && ++attributes > kMaximumAttributes) {
      refuse_at(document, at, "it has a tag with too many attributes");
    }
  }
  refuse_at(document, at, "it breaks off inside a tag");
}

/// Passes what begins with `<` at `at`: a whole section, or the `<` alone.
std::size_t pass_markup(std::string_view document, std::size_t at) {
  const std::string_view rest = document.substr(at);
  for (const Section& section : kSections) {
    if (!rest.starts_with(section.open)) continue;
    const std::size_t end = document.find(section.close, at + section.open.size());
    if (end == std::string_view::npos) refuse_at(document, at, "it breaks off inside a section");
    return end + section.close.size();
  }
  if (rest.starts_with("<!")) refuse_at(document, at, "it has a document type");
  check_tag(document, at);
  return at + 1;
}

void check_markup(std::string_view document) {
  std::size_t tags = 0;
  std::size_t at = document.find_first_of("<&");
  while (at != std::string_view::npos) {
    const bool is_tag = document[at] == '<';
    if (is_tag && ++tags > kMaximumTags) refuse("it holds more tags than a page can need.");
    at = is_tag ? pass_markup(document, at) : pass_reference(document, at);
    at = document.find_first_of("<&", at);
  }
}

}  // namespace

void check_xml(std::string_view document) {
  check_encoding(document);
  if (!base::is_utf8(document)) refuse("it is not UTF-8.");
  if (document.starts_with(kByteOrderMark)) document.remove_prefix(kByteOrderMark.size());
  check_declaration(document);
  check_characters(document);
  check_markup(document);
}

}  // namespace harvest

#include "harvestd/dump/dump_form.h"

#include <algorithm>
#include <cstddef>

#include "common/base/text.h"

namespace mirror {
namespace {

using namespace std::string_view_literals;

/// What stands where in the file of a known form.
struct Mark {
  std::size_t at;
  std::string_view bytes;
  std::string_view says;
};

constexpr Mark kMarks[] = {
    {0, "\x1F\x8B"sv,
     "is compressed with gzip twice: `gzip -dc FILE | harvestd import -` reads it"},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     "is compressed with xz: `xz -dc FILE | harvestd import -` reads it"},
    {0, "\x28\xB5\x2F\xFD"sv,
     "is compressed with zstd: `zstd -dc FILE | harvestd import -` reads it"},
    {0, "\x04\x22\x4D\x18"sv,
     "is compressed with lz4: `lz4 -dc FILE | harvestd import -` reads it"},
    {0, "BZh"sv, "is compressed with bzip2: `bzip2 -dc FILE | harvestd import -` reads it"},
    {0, "PK\x03\x04"sv, "is a zip archive: `unzip -p FILE | harvestd import -` reads it"},
    {0, "PK\x05\x06"sv, "is an empty zip archive"},
    {0, "7z\xBC\xAF\x27\x1C"sv, "is a 7z archive: `7z x -so FILE | harvestd import -` reads it"},
    {257, "ustar"sv, "is a tar archive: `tar -xOf FILE | harvestd import -` reads it"},
    {0, "SQLite format 3\0"sv,
     "is an SQLite database. A mirror needs no import: `--mirror FILE` uses it, after `harvestd "
     "migrate --mirror FILE` if it is old"},
    {0, "\xFF\xFE\0\0"sv,
     "is in UTF-32: `iconv -f UTF-32 -t UTF-8 FILE | harvestd import -` reads it"},
    {0, "\xFF\xFE"sv, "is in UTF-16: `iconv -f UTF-16 -t UTF-8 FILE | harvestd import -` reads it"},
    {0, "\xFE\xFF"sv, "is in UTF-16: `iconv -f UTF-16 -t UTF-8 FILE | harvestd import -` reads it"},
    {0, "{\0"sv, "is in UTF-16: `iconv -f UTF-16LE -t UTF-8 FILE | harvestd import -` reads it"},
    {0, "\0{"sv, "is in UTF-16: `iconv -f UTF-16BE -t UTF-8 FILE | harvestd import -` reads it"},
};

constexpr std::string_view kHtml = "is a page of HTML; perhaps what the download answered instead";
constexpr std::string_view kXml =
    "is XML; an import reads lines of JSON, and `harvestd init` arXiv's own lists";
constexpr std::string_view kArray =
    "is one JSON list: `jq -c '.[]' FILE | harvestd import -` makes lines of it";
constexpr std::string_view kLongObject =
    "holds JSON objects of several lines: `jq -c . FILE | harvestd import -` makes one line of "
    "each";
constexpr std::string_view kTable =
    "seems to be a table (CSV); an import reads lines of JSON, one paper each";

std::string_view first_line(std::string_view text) {
  return base::trim(text.substr(0, text.find('\n')));
}

/// Of text, trimmed at its beginning.
std::string_view form_of_text(std::string_view text) {
  const std::string_view line = first_line(text);
  if (text.starts_with('<')) {
    const std::string lowered = base::lower(line.substr(0, 20));
    const bool html = lowered.starts_with("<!doctype html") || lowered.starts_with("<html");
    return html ? kHtml : kXml;
  }
  if (text.starts_with('[')) return kArray;
  // An object that ends with its line ends in a brace.
  const bool is_open = line.ends_with('{') || line.ends_with(',') || line.ends_with('[');
  if (text.starts_with('{')) return is_open && line.size() < text.size() ? kLongObject : "";
  const bool has_cells = line.find_first_of(",\t;") != std::string_view::npos;
  return has_cells ? kTable : "";
}

}  // namespace

std::optional<std::string> other_form(std::string_view begin) {
  for (const Mark& mark : kMarks) {
    if (begin.size() > mark.at && begin.substr(mark.at).starts_with(mark.bytes))
      return std::string(mark.says);
  }
  const std::size_t text = begin.find_first_not_of(" \t\r\n\f\v");
  if (text == std::string_view::npos) return std::nullopt;
  const std::string_view says = form_of_text(begin.substr(text));
  return says.empty() ? std::nullopt : std::optional(std::string(says));
}

}  // namespace mirror

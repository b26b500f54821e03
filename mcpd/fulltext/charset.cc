#include "mcpd/fulltext/charset.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <iconv.h>
#include <optional>
#include <utility>

#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mcpd/fulltext/html_tokenizer.h"

namespace fulltext {
namespace {

// The code points of 0x80 to 0x9F; every other byte is its own.
constexpr std::array<std::uint16_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

struct ByteOrderMark {
  std::string_view bytes;
  std::string_view charset;
};
constexpr std::array<ByteOrderMark, 3> kByteOrderMarks = {
    {{"\xEF\xBB\xBF", "utf-8"}, {"\xFF\xFE", "utf-16le"}, {"\xFE\xFF", "utf-16be"}}};

/// What stands behind `charset=` in a Content-Type.
std::string charset_of(std::string_view content_type) {
  const std::string lowered = base::lower(content_type);
  constexpr std::string_view kName = "charset=";
  const std::size_t found = lowered.find(kName);
  if (found == std::string::npos) return "";
  const std::string_view value = std::string_view(lowered).substr(found + kName.size());
  const std::string_view marked = value.substr(0, value.find_first_of("; \t,"));
  const std::size_t begin = marked.find_first_not_of("\"'");
  if (begin == std::string_view::npos) return "";
  return std::string(marked.substr(begin, marked.find_last_not_of("\"'") + 1 - begin));
}

std::string charset_of_meta(const HtmlToken& tag) {
  HtmlAttributes attributes(tag.inside);
  std::string charset;
  for (HtmlAttribute each; attributes.next(each);) {
    if (base::equal_ignoring_case(each.name, "charset")) return base::lower(base::trim(each.value));
    if (base::equal_ignoring_case(each.name, "content")) charset = charset_of(each.value);
  }
  return charset;
}

std::string declared_charset(std::string_view page) {
  constexpr std::size_t kSearched = 1024;
  HtmlTokenizer tokenizer(page.substr(0, kSearched));
  for (HtmlToken token; tokenizer.next(token);) {
    if (token.kind != HtmlToken::Kind::kStartTag) continue;
    if (!base::equal_ignoring_case(token.name, "meta")) continue;
    const std::string charset = charset_of_meta(token);
    // What could be read as ASCII so far cannot be UTF-16.
    if (!charset.empty()) return charset.starts_with("utf-16") ? "utf-8" : charset;
  }
  return "";
}

/// The charset that a byte order mark at the begin of `page` tells; takes the mark away.
std::string take_byte_order_mark(std::string& page) {
  for (const ByteOrderMark& mark : kByteOrderMarks) {
    if (!page.starts_with(mark.bytes)) continue;
    page.erase(0, mark.bytes.size());
    return std::string(mark.charset);
  }
  return "";
}

bool is_latin1(std::string_view charset) {
  constexpr std::array<std::string_view, 6> kNames = {"iso-8859-1", "latin1",   "windows-1252",
                                                      "cp1252",     "us-ascii", "ascii"};
  for (const std::string_view name : kNames) {
    if (charset == name) return true;
  }
  return false;
}

std::string from_windows_1252(std::string_view page) {
  std::string out;
  out.reserve(page.size() + page.size() / 8);
  for (const char c : page)
    base::append_utf8(out, windows_1252(static_cast<unsigned char>(c)));
  return out;
}

class Converter {
 public:
  explicit Converter(const std::string& charset) : handle_(iconv_open("UTF-8", charset.c_str())) {}
  ~Converter() {
    if (known()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool known() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

  std::string convert(std::string& page) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    std::string out;
    char* in = page.data();
    std::size_t left = page.size();
    while (left > 0) {
      std::array<char, 16 * 1024> piece;  // NOLINT: iconv fills it
      char* to = piece.data();
      std::size_t room = piece.size();
      const std::size_t code = iconv(handle_, &in, &left, &to, &room);
      out.append(piece.data(), piece.size() - room);
      if (code != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
      out += kReplacement;
      ++in;
      --left;
    }
    return out;
  }

 private:
  iconv_t handle_;
};

/// One that a name of iconv's may have; its own syntax goes further.
bool is_charset_name(std::string_view charset) {
  return charset.size() <= 40 && std::all_of(charset.begin(), charset.end(), [](char c) {
           return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_' || c == '.';
         });
}

/// Nothing when the charset is not known.
std::optional<std::string> convert(std::string& page, const std::string& charset) {
  if (is_latin1(charset)) return from_windows_1252(page);
  if (!is_charset_name(charset)) return std::nullopt;
  Converter converter(charset);
  if (!converter.known()) return std::nullopt;
  return converter.convert(page);
}

/// True where text of another alphabet looks like UTF-8.
bool hides_in_ascii(std::string_view charset) {
  return charset.starts_with("utf-16") || charset.starts_with("iso-2022");
}

bool is_utf8_name(std::string_view charset) {
  return charset == "utf-8" || charset == "utf8";
}

}  // namespace

std::uint32_t windows_1252(unsigned char byte) {
  return byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80U] : byte;
}

std::string to_utf8(std::string page, std::string_view content_type) {
  std::string charset = take_byte_order_mark(page);
  if (charset.empty()) charset = charset_of(content_type);
  if (charset.empty()) charset = declared_charset(page);
  if (!hides_in_ascii(charset) && base::is_utf8(page)) return page;
  if (is_utf8_name(charset)) return base::to_utf8(page);
  if (!charset.empty()) {
    if (auto converted = convert(page, charset)) return *std::move(converted);
  }
  return from_windows_1252(page);
}

}  // namespace fulltext

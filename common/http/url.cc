#include <array>
#include <string>
#include <string_view>

#include "common/base/text.h"
#include "common/http/client.h"

namespace http {
namespace {

constexpr std::string_view kComponentMarks = "-_.!~*'()";
constexpr std::string_view kFormMarks = "-_.*";

void append_escape(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kHex[byte >> 4U];
  out += kHex[byte & 15U];
}

/// Escapes every byte but letters, digits and `marks`.
std::string escape(std::string_view text, std::string_view marks) {
  std::string out;
  out.reserve(text.size() + text.size() / 4);
  for (const char c : text) {
    if (base::is_letter(c) || base::is_digit(c) || marks.find(c) != std::string_view::npos) {
      out += c;
    } else {
      append_escape(out, c);
    }
  }
  return out;
}

}  // namespace

std::string encode_component(std::string_view text) {
  return escape(text, kComponentMarks);
}

std::string encode_form(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t blank = std::min(text.find(' ', begin), text.size());
    out += escape(text.substr(begin, blank - begin), kFormMarks);
    if (blank < text.size()) out += '+';
    begin = blank + 1;
  }
  return out;
}

std::string host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#\\"));
  const std::size_t user = url.rfind('@');
  if (user != std::string_view::npos) url.remove_prefix(user + 1);
  const std::size_t bracket = url.starts_with('[') ? url.find(']') : std::string_view::npos;
  if (bracket != std::string_view::npos) return std::string(url.substr(0, bracket + 1));
  return std::string(url.substr(0, url.find(':')));
}

std::string without_credentials(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t user = url.substr(0, url.find_first_of("/?#\\", host)).rfind('@');
  if (user == std::string_view::npos || user < host) return std::string(url);
  return std::string(url.substr(0, host)) + std::string(url.substr(user + 1));
}

std::string user_agent(std::string_view contact) {
  std::string result = "arxiv-mirror/" ARXIV_MIRROR_VERSION;
  if (contact.empty()) return result;
  result += " (+";
  for (const char c : contact) {
    // A line break here would begin a header of its own.
    if (static_cast<unsigned char>(c) >= ' ' && c != 0x7f) result += c;
  }
  return result + ")";
}

}  // namespace http

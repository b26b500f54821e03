#include "mcpd/fulltext/link_base.h"

#include <algorithm>
#include <utility>

#include "common/base/text.h"

namespace fulltext {
namespace {

constexpr std::size_t kLongestBase = 2048;

/// `https:` of an absolute reference, or empty.
std::string_view scheme_of(std::string_view reference) {
  if (reference.empty() || !base::is_letter(reference.front())) return {};
  for (std::size_t at = 1; at < reference.size(); ++at) {
    const char c = reference[at];
    if (c == ':') return reference.substr(0, at + 1);
    if (!base::is_letter(c) && !base::is_digit(c) && c != '+' && c != '-' && c != '.') return {};
  }
  return {};
}

std::string_view up_to(std::string_view text, std::string_view marks) {
  return text.substr(0, text.find_first_of(marks));
}

/// `path`, which begins with a slash, without its `.` and `..` segments.
std::string without_dots(std::string_view path) {
  std::string out;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin + 1), path.size());
    const std::string_view segment = path.substr(begin, end - begin);
    const bool last = end == path.size();
    if (segment == "/..") out.resize(std::min(out.rfind('/'), out.size()));
    if (segment == "/." || segment == "/..") {
      if (last) out += '/';
    } else {
      out += segment;
    }
    begin = end;
  }
  return out;
}

}  // namespace

LinkBase::LinkBase(std::string_view url) {
  const std::string_view scheme = scheme_of(url);
  if (scheme.empty() || url.size() > kLongestBase) return;
  std::string_view rest = url.substr(scheme.size());
  if (!rest.starts_with("//")) return;
  const std::size_t authority_end = std::min(rest.find_first_of("/?#", 2), rest.size());
  if (authority_end == 2) return;
  scheme_ = scheme;
  authority_ = rest.substr(0, authority_end);
  rest = up_to(rest.substr(authority_end), "#");
  path_ = up_to(rest, "?");
  query_ = rest.substr(path_.size());
  if (path_.empty()) path_ = "/";
}

void LinkBase::rebase(std::string_view reference) {
  LinkBase own(resolve(base::trim(reference)));
  if (!own.authority_.empty()) *this = std::move(own);
}

bool LinkBase::is_relative(std::string_view reference) const {
  return !authority_.empty() && !reference.empty() && reference.front() != '#' &&
         scheme_of(reference).empty();
}

std::string LinkBase::resolve(std::string_view reference) const {
  if (!is_relative(reference)) return std::string(reference);
  if (reference.starts_with("//")) return scheme_ + std::string(reference);
  const std::string origin = scheme_ + authority_;
  if (reference.starts_with('?')) return origin + path_ + std::string(reference);
  const std::string_view path = up_to(reference, "?#");
  const std::string_view behind = reference.substr(path.size());
  const std::string whole = path.starts_with('/')
                                ? std::string(path)
                                : path_.substr(0, path_.rfind('/') + 1) + std::string(path);
  return origin + without_dots(whole) + std::string(behind);
}

}  // namespace fulltext

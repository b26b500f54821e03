#include "common/arxiv/paper_id.h"

#include <algorithm>
#include <array>

#include "common/arxiv/taxonomy.h"
#include "common/arxiv/white_space.h"
#include "common/base/text.h"

namespace arxiv {
namespace {

constexpr std::array<std::string_view, 3> kHosts = {"arxiv.org/", "www.arxiv.org/",
                                                    "export.arxiv.org/"};
constexpr std::array<std::string_view, 3> kRoutes = {"abs/", "pdf/", "html/"};
constexpr std::size_t kMaximumVersionDigits = 9;

/// Removes `prefix`, in any case, from the front of `text`.
bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!base::equal_ignoring_case(text.substr(0, prefix.size()), prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

void drop_suffix(std::string_view& text, std::string_view suffix) {
  if (text.size() < suffix.size()) return;
  const std::size_t rest = text.size() - suffix.size();
  if (base::equal_ignoring_case(text.substr(rest), suffix)) text = text.substr(0, rest);
}

/// What stands in the identifier's place of an arxiv.org address; nothing for any other text.
std::optional<std::string_view> id_in_address(std::string_view text) {
  if (!take_prefix(text, "https://")) take_prefix(text, "http://");
  const auto taken = [&text](std::string_view prefix) { return take_prefix(text, prefix); };
  if (std::none_of(kHosts.begin(), kHosts.end(), taken)) return std::nullopt;
  const auto* route = std::find_if(kRoutes.begin(), kRoutes.end(), taken);
  if (route == kRoutes.end()) return std::nullopt;
  text = text.substr(0, text.find_first_of("?#"));
  drop_suffix(text, "/");
  if (*route == "pdf/") drop_suffix(text, ".pdf");
  return text;
}

std::size_t leading_digits(std::string_view text) {
  const auto* end = std::find_if_not(text.begin(), text.end(), base::is_digit);
  return static_cast<std::size_t>(end - text.begin());
}

/// True when `text`, which begins with the four digits YYMM, names a month.
bool names_month(std::string_view text) {
  const std::string_view month = text.substr(2, 2);
  return month >= "01" && month <= "12";
}

/// The version in `text`, all of what stands behind the number: 0 when it is empty.
std::optional<int> read_version(std::string_view text) {
  if (text.empty()) return 0;
  if (!take_prefix(text, "v") || text.empty() || text[0] == '0') return std::nullopt;
  if (text.size() > kMaximumVersionDigits || leading_digits(text) != text.size()) {
    return std::nullopt;
  }
  return std::stoi(std::string(text));
}

std::optional<PaperId> with_version(std::string base, std::string_view version_text) {
  const std::optional<int> version = read_version(version_text);
  if (!version) return std::nullopt;
  return PaperId{std::move(base), *version};
}

/// `YYMM.NNNN` or `YYMM.NNNNN`, perhaps with a version.
std::optional<PaperId> parse_new_style(std::string_view text) {
  if (leading_digits(text) != 4 || !names_month(text) || text.substr(4, 1) != ".") {
    return std::nullopt;
  }
  const std::size_t width = leading_digits(text.substr(5));
  if (width != 4 && width != 5) return std::nullopt;
  return with_version(std::string(text.substr(0, 5 + width)), text.substr(5 + width));
}

/// True for what may stand behind an archive: nothing, or a point and a class such as `GT` or
/// `str-el`.
bool is_subject_class(std::string_view text) {
  if (text.empty()) return true;
  const auto allowed = [](char c) { return base::is_letter(c) || c == '-'; };
  return text.size() >= 3 && std::all_of(text.begin() + 1, text.end(), allowed);
}

/// `archive/YYMMNNN` or `archive.CLASS/YYMMNNN`, perhaps with a version.
std::optional<PaperId> parse_old_style(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view category = text.substr(0, slash);
  const std::size_t point = std::min(category.find('.'), category.size());
  const std::string archive = base::lower(category.substr(0, point));
  if (!is_legacy_archive(archive) || !is_subject_class(category.substr(point))) {
    return std::nullopt;
  }
  const std::string_view number = text.substr(slash + 1);
  if (leading_digits(number) != 7 || !names_month(number)) return std::nullopt;
  return with_version(archive + "/" + std::string(number.substr(0, 7)), number.substr(7));
}

}  // namespace

std::string PaperId::canonical() const {
  return is_pinned() ? base + "v" + std::to_string(version) : base;
}

std::optional<PaperId> parse_paper_id(std::string_view text) {
  text = trim_white_space(text);
  if (take_prefix(text, "arXiv:")) {
    text = trim_white_space(text);
  } else if (const auto inside = id_in_address(text)) {
    text = *inside;
  }
  if (auto id = parse_new_style(text)) return id;
  return parse_old_style(text);
}

}  // namespace arxiv

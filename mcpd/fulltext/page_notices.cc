#include "mcpd/fulltext/page_notices.h"

#include <algorithm>
#include <array>

#include "common/base/text.h"

namespace fulltext {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// How the sentences of ar5iv's notice begin.
constexpr std::array<std::string_view, 2> kAborted = {"Conversion to HTML had a Fatal error",
                                                      "This document may be truncated or damaged"};

// The lines of an index of proceedings, and arXiv's own page for a paper of several files.
constexpr std::array<std::string_view, 2> kFileLists = {"LIST:arXiv:",
                                                        "The following files are available for"};

}  // namespace

bool is_content(std::string_view text) {
  text = base::trim(text);
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view notice : kAborted) {
      if (!text.starts_with(notice)) continue;
      text = base::trim(text.substr(std::min(text.find('.'), text.size() - 1) + 1));
      found = true;
    }
  }
  return !text.empty();
}

bool tells_file_list(std::string_view text) {
  return std::any_of(kFileLists.begin(), kFileLists.end(),
                     [text](std::string_view mark) { return text.find(mark) != kNone; });
}

bool ends_with_included_pdf(std::string_view body) {
  constexpr std::size_t kLongestSentence = 160;
  constexpr std::string_view kBegin = "See page";
  if (body.size() > kLongestSentence) body.remove_prefix(body.size() - kLongestSentence);
  body = base::trim(body);
  if (!body.ends_with(" of")) return false;
  const std::size_t begin = body.rfind(kBegin);
  return begin != kNone && body.find('<', begin) == kNone;
}

}  // namespace fulltext

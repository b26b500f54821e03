#pragma once

#include <string>
#include <string_view>

namespace arxiv {

/// `text` with the TeX that arXiv's own display text converts spelled in Unicode: accents, special
/// letters, Greek letters, a few symbols and doubled braces (arxiv-facts 4). Everything else,
/// mathematics included, stays as written. Linear in the length of `text`; never throws on input.
std::string tex_to_unicode(std::string_view text);

/// True when tex_to_unicode may change `text`: a cheap scan for a backslash or `{{`.
bool may_hold_tex(std::string_view text);

}  // namespace arxiv

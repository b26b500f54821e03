#pragma once

/// Sections of a paper by what an agent calls them (decision 4).

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcpd/fulltext/cleaned_page.h"

namespace fulltext {

/// Code points of a body, from `start` up to `end`.
struct Section {
  std::size_t start = 0;
  std::size_t end = 0;
  bool operator==(const Section&) const = default;
};

/// The section that `wanted` names: its whole title, its title without the number before it, or its
/// number alone (`3`, `2.1`, `Appendix A`, `A`), with `section`, `sec.`, `sec` or a section mark
/// before it. Case and white space are ignored. The first that fits the whole title wins, then one
/// that fits otherwise. It reaches to the tags that open the section of the next heading of its
/// level or above, or to the end of the body, which has `body_characters`.
std::optional<Section> find_section(const std::vector<Heading>& headings,
                                    std::size_t body_characters, std::string_view wanted);

/// At most `count` titles that somebody who wrote `wanted` may have meant: those that hold it or
/// its words, then those that are spelled much like it; the first ones where none is.
std::vector<std::string> suggest_sections(const std::vector<Heading>& headings,
                                          std::string_view wanted, std::size_t count);

/// The title of the section that code point `at` stands in, the innermost one; empty before the
/// first.
std::string_view section_at(const std::vector<Heading>& headings, std::size_t at);

}  // namespace fulltext

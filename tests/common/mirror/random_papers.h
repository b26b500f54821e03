#pragma once

/// Invented papers whose words, names, codes and instants meet often: what random searches look
/// for.

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/common/mirror/mirror_file.h"

namespace testing {

using Random = std::mt19937;

/// A whole number from `least` to `most`.
inline int number(Random& random, int least, int most) {
  return std::uniform_int_distribution<int>(least, most)(random);
}

inline bool chance(Random& random, int percent) {
  return number(random, 1, 100) <= percent;
}

template <class Values>
const auto& pick(Random& random, const Values& values) {
  return values[static_cast<std::size_t>(
      number(random, 0, static_cast<int>(std::size(values)) - 1))];
}

/// Words of titles and abstracts, the frequent ones first; accents, hyphens and capitals among
/// them.
std::string_view random_word(Random& random);
/// A given name or a surname.
std::string_view random_name(Random& random);
std::string_view random_code(Random& random);
/// A minute of 2024, `YYYY-MM-DDTHH:MM`; few enough that papers share them.
std::string random_minute(Random& random);

/// Identifiers descend while row numbers ascend, so that the two ties differ.
std::vector<PaperRow> random_papers(Random& random, int count);

}  // namespace testing

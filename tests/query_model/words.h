#pragma once

/// Words of a text as the mirror's index has them (SQLite's unicode61 with remove_diacritics 2 and
/// tokenchars '-_'), for Latin, Greek and Cyrillic script and their punctuation. Written without a
/// look at the product: this library includes nothing of common/arxiv or common/mirror.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace query_model {

struct Word {
  std::string text;  ///< small letters, without accents
  std::size_t hash;  ///< of `text`
};

std::vector<Word> words_of(std::string_view text);

/// A bit for each word, and for most others none: what lacks one of these bits lacks a word.
std::uint64_t mask_of(const std::vector<Word>& words);

/// `text` with the letters that the index of authors spells in ASCII: `Łukasz` is `Lukasz` there.
std::string author_spelling(std::string_view text);

}  // namespace query_model

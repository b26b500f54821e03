#include "tests/query_model/words.h"

#include <functional>
#include <unordered_map>

namespace query_model {
namespace {

struct Forms {
  std::string_view letter;
  std::string_view forms;
};

constexpr Forms kForms[] = {
#include "tests/query_model/letter_forms.inc"
};

constexpr std::string_view kPairs =
#include "tests/query_model/letter_pairs.inc"
    ;

constexpr Forms kAuthorSpellings[] = {
    {"l", "ł"},  {"L", "Ł"},  {"i", "ı"},  {"o", "ø"},  {"O", "Ø"},  {"d", "đð"}, {"D", "ĐÐ"},
    {"th", "þ"}, {"TH", "Þ"}, {"h", "ħ"},  {"H", "Ħ"},  {"n", "ŋ"},  {"N", "Ŋ"},  {"a", "ə"},
    {"A", "Ə"},  {"ae", "æ"}, {"AE", "Æ"}, {"oe", "œ"}, {"OE", "Œ"}, {"ss", "ß"}, {"SS", "ẞ"},
};

// The bytes of the character that begins at `at`.
std::string_view character_at(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    ++end;
  return text.substr(at, end - at);
}

using Table = std::unordered_map<std::string_view, std::string_view>;

void add(Table& table, const Forms& row) {
  for (std::size_t at = 0; at < row.forms.size();) {
    const std::string_view form = character_at(row.forms, at);
    table.emplace(form, row.letter);
    at += form.size();
  }
}

Table letters() {
  Table table;
  for (const Forms& row : kForms)
    add(table, row);
  for (std::size_t at = 0; at < kPairs.size();) {
    const std::string_view form = character_at(kPairs, at);
    const std::string_view letter = character_at(kPairs, at + form.size());
    table.emplace(form, letter);
    at += form.size() + letter.size();
  }
  return table;
}

Table author_letters() {
  Table table;
  for (const Forms& row : kAuthorSpellings)
    add(table, row);
  return table;
}

unsigned code_point(std::string_view character) {
  constexpr unsigned kLead[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  unsigned value = static_cast<unsigned char>(character[0]) & kLead[character.size()];
  for (const char c : character.substr(1))
    value = value << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return value;
}

bool is_between(unsigned value, unsigned first, unsigned last) {
  return first <= value && value <= last;
}

bool is_accent(unsigned value) {
  return is_between(value, 0x300, 0x36F);
}

bool separates(unsigned value) {
  if (value < 0x80) {
    const bool alphanumeric = is_between(value, '0', '9') || is_between(value | 0x20, 'a', 'z');
    return !alphanumeric && value != '-' && value != '_';
  }
  // In Latin-1: controls, signs and the two operators, but for superscripts, fractions and ª, º, µ.
  if (value < 0xC0) {
    constexpr std::string_view kSigns("\xAA\xB2\xB3\xB5\xB9\xBA\xBC\xBD\xBE");
    return kSigns.find(static_cast<char>(value)) == kSigns.npos;
  }
  return value == 0xD7 || value == 0xF7 || is_accent(value) || is_between(value, 0x2C2, 0x2C5) ||
         is_between(value, 0x2010, 0x206F) || is_between(value, 0x2000, 0x200F) ||
         is_between(value, 0x2190, 0x23FF) || is_between(value, 0x3000, 0x3004) ||
         is_between(value, 0x3008, 0x3020);
}

std::string_view letter_of(std::string_view character) {
  static const Table kLetters = letters();
  const auto found = kLetters.find(character);
  return found == kLetters.end() ? character : found->second;
}

}  // namespace

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back({word, std::hash<std::string>()(word)});
    word.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = character_at(text, at);
    const unsigned value = code_point(character);
    at += character.size();
    if (is_accent(value) && !word.empty()) continue;
    if (separates(value)) {
      end_word();
    } else if (is_between(value, 'A', 'Z')) {
      word += static_cast<char>(value | 0x20);
    } else {
      word += letter_of(character);
    }
  }
  end_word();
  return words;
}

std::uint64_t mask_of(const std::vector<Word>& words) {
  std::uint64_t mask = 0;
  for (const Word& word : words)
    mask |= std::uint64_t{1} << (word.hash % 64);
  return mask;
}

std::string author_spelling(std::string_view text) {
  static const Table kLetters = author_letters();
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = character_at(text, at);
    const auto found = kLetters.find(character);
    out += found == kLetters.end() ? character : found->second;
    at += character.size();
  }
  return out;
}

}  // namespace query_model

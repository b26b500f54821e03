#pragma once

/// What tex_to_unicode knows, as data (arxiv-facts 4): the macros and accents that arXiv's own
/// display text converts, with arXiv's gaps (no \varepsilon, no \upsilon but \upsion, no \d and
/// \b).

#include <algorithm>
#include <array>
#include <string_view>

namespace arxiv::tex {

/// `\name` and its character.
struct Macro {
  std::string_view name;
  std::string_view text;
};

inline constexpr auto kLetters = std::to_array<Macro>({
    {"AA", "Å"}, {"AE", "Æ"}, {"DH", "Ð"},  {"DJ", "Đ"}, {"ETH", "Ð"}, {"L", "Ł"},
    {"NG", "Ŋ"}, {"O", "Ø"},  {"OE", "Œ"},  {"TH", "Þ"}, {"aa", "å"},  {"ae", "æ"},
    {"dh", "ð"}, {"dj", "đ"}, {"eth", "ð"}, {"i", "ı"},  {"l", "ł"},   {"ng", "ŋ"},
    {"o", "ø"},  {"oe", "œ"}, {"ss", "ß"},  {"th", "þ"},
});

/// U+03D5 is \phi and U+03C6 \varphi, as they look in print.
inline constexpr auto kGreek = std::to_array<Macro>({
    {"Gamma", "Γ"},   {"Delta", "Δ"},  {"Theta", "Θ"},   {"Lambda", "Λ"},   {"Xi", "Ξ"},
    {"Pi", "Π"},      {"Sigma", "Σ"},  {"Upsilon", "Υ"}, {"Phi", "Φ"},      {"Psi", "Ψ"},
    {"Omega", "Ω"},   {"alpha", "α"},  {"beta", "β"},    {"gamma", "γ"},    {"delta", "δ"},
    {"epsilon", "ε"}, {"zeta", "ζ"},   {"eta", "η"},     {"theta", "θ"},    {"iota", "ι"},
    {"kappa", "κ"},   {"lambda", "λ"}, {"mu", "μ"},      {"nu", "ν"},       {"xi", "ξ"},
    {"omicron", "ο"}, {"pi", "π"},     {"rho", "ρ"},     {"varsigma", "ς"}, {"sigma", "σ"},
    {"tau", "τ"},     {"upsion", "υ"}, {"varphi", "φ"},  {"phi", "ϕ"},      {"chi", "χ"},
    {"psi", "ψ"},     {"omega", "ω"},
});

inline constexpr auto kSymbols = std::to_array<Macro>({
    {"P", "¶"},
    {"S", "§"},
    {"copyright", "©"},
    {"guillemotleft", "«"},
    {"guillemotright", "»"},
    {"pounds", "£"},
    {"dag", "†"},
    {"ddag", "‡"},
    {"div", "÷"},
    {"deg", "°"},
});

/// The letters an accent has a character for, and those characters in the same order. Each takes
/// two bytes of UTF-8.
struct Accent {
  char mark;
  std::string_view letters;
  std::string_view composed;

  /// The character for `letter`; empty when there is none.
  constexpr std::string_view on(char letter) const {
    const std::size_t at = letters.find(letter);
    return at == std::string_view::npos ? std::string_view() : composed.substr(2 * at, 2);
  }
};

/// Marks written bare or with braces: \'e and \'{e}.
inline constexpr auto kSignAccents = std::to_array<Accent>({
    {'\'', "ACEILNORSUYZaceilnorsuyz", "ÁĆÉÍĹŃÓŔŚÚÝŹáćéíĺńóŕśúýź"},
    {'`', "AEIOUaeiou", "ÀÈÌÒÙàèìòù"},
    {'^', "ACEGHIJOSUWYaceghijosuwy", "ÂĈÊĜĤÎĴÔŜÛŴŶâĉêĝĥîĵôŝûŵŷ"},
    {'"', "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"},
    {'~', "AINOUainou", "ÃĨÑÕŨãĩñõũ"},
    {'=', "AEIOUYaeiouy", "ĀĒĪŌŪȲāēīōūȳ"},
    {'.', "ACEGIOZacegoz", "ȦĊĖĠİȮŻȧċėġȯż"},
});

/// Marks that are letters and need braces: \c{c}. arXiv's pattern also admits `o`, with no letter.
inline constexpr auto kLetterAccents = std::to_array<Accent>({
    {'H', "OUou", "ŐŰőű"},
    {'c', "CEGKLNRSTcegklnrst", "ÇȨĢĶĻŅŖŞŢçȩģķļņŗşţ"},
    {'k', "AEIOUaeiou", "ĄĘĮǪŲąęįǫų"},
    {'o', "", ""},
    {'r', "AUau", "ÅŮåů"},
    {'u', "AEGIOUaegiou", "ĂĔĞĬŎŬăĕğĭŏŭ"},
    {'v', "ACDEGHIKLNORSTUZacdeghiklnorstuz", "ǍČĎĚǦȞǏǨĽŇǑŘŠŤǓŽǎčďěǧȟǐǩľňǒřšťǔž"},
});

/// The accents that arXiv's repair of dotless letters looks for.
inline constexpr std::string_view kDotlessMarks = "'`^\"~=.uvH";

// tex_to_unicode edits in place, so no character may be longer than what stands for it.
constexpr bool never_longer(const Macro& macro) {
  return macro.text.size() <= macro.name.size() + 1;
}
constexpr bool two_bytes_each(const Accent& accent) {
  return accent.composed.size() == 2 * accent.letters.size();
}
static_assert(std::ranges::all_of(kLetters, never_longer));
static_assert(std::ranges::all_of(kGreek, never_longer));
static_assert(std::ranges::all_of(kSymbols, never_longer));
static_assert(std::ranges::all_of(kSignAccents, two_bytes_each));
static_assert(std::ranges::all_of(kLetterAccents, two_bytes_each));

}  // namespace arxiv::tex

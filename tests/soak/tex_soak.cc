// Ten megabytes of text made to be slow: TeX, white space and author lists take time in proportion
// to their length all the same.

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/arxiv/authors.h"
#include "common/arxiv/tex.h"
#include "common/base/text.h"

namespace {

constexpr std::size_t kShort = 625'000;
constexpr std::size_t kLong = 16 * kShort;

/// `unit` again and again, with a beginning and an end of its own.
struct Pattern {
  std::string before;
  std::string unit;
  std::string after;

  std::string of_size(std::size_t size) const {
    std::string text = before;
    text.reserve(size + unit.size() + after.size());
    while (text.size() < size)
      text += unit;
    return text + after;
  }
};

const std::vector<Pattern> kPatterns = {
    {"", "{", ""},           {"", "}", ""},          {"", "{{", "}}"},
    {"{{", "a", ""},         {"", "\\", ""},         {"", "\\\\", ""},
    {"", "\\'", ""},         {"", "\\'{", ""},       {"", "\\'{{", ""},
    {"", "\\'{e", "}"},      {"", "{\\'", "e}"},     {"", "\\\"{\\i", "}"},
    {"", "\\alpha", ""},     {"\\", "alpha", ""},    {"", "{\\alpha", ""},
    {"", "\\c ", "c"},       {"", "\\H{o", ""},      {"", "{\\o}", ""},
    {"$", "\\'e", ""},       {"", "$", ""},          {"", "$\\alpha", "$"},
    {"", "\\^{\\^", "}"},    {"", "\\textbf{", "}"}, {"", "{\\it ", "}"},
    {"", "%", "\n"},         {"", "~", ""},          {"", "\\ss", ""},
    {"", "\\'\xC3\xA9", ""}, {"", "\\'\\'\\'e", ""}, {"", "\\'{\\'{e}", ""},
    {"", " ", ""},           {"", "\n \t", "x"},     {"", "\\mathcal{O}", ""},
    {"", "\\v\\v", "c"},     {"\\'{", "e", "}"},     {"", "{a}{b", "}}"},
};

const std::vector<Pattern> kAuthors = {
    {"", "(", ""},      {"", ")", ""},         {"", "((", "))"}, {"", ",", ""},
    {"", " and", ""},   {"", "A. ", ""},       {"", "A, ", ""},  {"", "A (1), ", "((1) B)"},
    {"", "et al ", ""}, {"", "Jr., ", ""},     {"", "(a", ")"},  {"", "A and and ", ""},
    {"", "; ", ""},     {"", "van der ", "A"}, {"", "&", ""},    {"", "The C Collaboration: ", ""},
};

/// Of the processor, in seconds: other work on this machine does not count.
double time_of(const std::function<std::size_t(const std::string&)>& work,
               const std::string& text) {
  const std::clock_t start = std::clock();
  const std::size_t size = work(text);
  CHECK(size <= 4 * text.size() + 16);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void check_linear(const std::vector<Pattern>& patterns,
                  const std::function<std::size_t(const std::string&)>& work) {
  for (const Pattern& pattern : patterns) {
    CAPTURE(pattern.before);
    CAPTURE(pattern.unit);
    CAPTURE(pattern.after);
    const double of_short = time_of(work, pattern.of_size(kShort));
    const double of_long = time_of(work, pattern.of_size(kLong));
    // Sixteen times as much may take five times sixteen as long, for it leaves every cache; a
    // square would take 256 times.
    CHECK(of_long <= 80 * std::max(of_short, 0.05));
    CHECK(of_long <= 30);
  }
}

TEST_CASE("a record's text in linear time: white space, then TeX") {
  check_linear(kPatterns, [](const std::string& text) {
    return arxiv::tex_to_unicode(base::collapse_space(text)).size();
  });
}

TEST_CASE("author lists in linear time") {
  check_linear(kAuthors, [](const std::string& text) {
    std::size_t size = 0;
    for (const std::string& name : arxiv::split_authors(text))
      size += name.size();
    return size;
  });
}

}  // namespace

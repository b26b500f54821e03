#include "tests/common/mirror/random_papers.h"

#include <algorithm>
#include <cstdio>

namespace testing {
namespace {

constexpr std::string_view kWords[] = {"amber",
                                       "birch",
                                       "cedar",
                                       "dunes",
                                       "ember",
                                       "Fjord",
                                       "grove",
                                       "heath",
                                       "non-linear",
                                       "Müller",
                                       "gödel",
                                       "pages",
                                       "12",
                                       "2D",
                                       "straße",
                                       "state-of-the-art",
                                       "snake_case",
                                       "Łukasiewicz",
                                       "Bjørk",
                                       "Ω",
                                       "Москва",
                                       "naïve",
                                       "x-ray",
                                       "O'Neil",
                                       "Erdős",
                                       "10.1103/ab",
                                       "AND",
                                       "quark",
                                       "\u00C5ngstr\u00F6m",
                                       "zeta"};

constexpr std::string_view kNames[] = {"Ada",     "Łukasz", "Kowalski", "Bjørk",        "Æsir",
                                       "O'Brien", "Müller", "Muller",   "Hinton-Smith", "Đorđe",
                                       "Jean",    "Erdős",  "Straße",   "Li",           "ŞAHİN"};

constexpr std::string_view kCodes[] = {"cs.LG",  "cs.AI",   "math.NA", "math-ph",  "hep-th",
                                       "cs.NA",  "stat.ML", "math.AG", "alg-geom", "cs.CL",
                                       "cs",     "eess.SY", "math",    "cs.IT",    "astro-ph.GA",
                                       "cs.zzz", "math.ST", "stat.TH"};

constexpr std::string_view kGaps[] = {" ", " ", " ", ", ", ". ", " (", ") ", ": ", "  ", "/"};

// The first of `values` come up most.
template <class Values>
std::string_view skewed(Random& random, const Values& values) {
  const int last = static_cast<int>(std::size(values)) - 1;
  return values[static_cast<std::size_t>(
      std::min({number(random, 0, last), number(random, 0, last), number(random, 0, last)}))];
}

std::string text(Random& random, int words) {
  std::string out;
  for (int i = 0; i < words; ++i) {
    if (i > 0) out += pick(random, kGaps);
    out += random_word(random);
  }
  return out;
}

std::string authors(Random& random) {
  std::string out;
  for (int i = number(random, 1, 3); i > 0; --i) {
    out.append(random_name(random)).append(" ").append(random_name(random));
    if (i > 1) out += ", ";
  }
  return out;
}

std::string codes(Random& random) {
  std::string out(skewed(random, kCodes));
  for (int i = number(random, 0, 2); i > 0; --i) {
    const std::string_view code = random_code(random);
    if ((" " + out + " ").find(" " + std::string(code) + " ") == out.npos)
      out.append(" ").append(code);
  }
  return out;
}

std::string random_instant(Random& random) {
  return random_minute(random) + (chance(random, 70) ? ":00.000Z" : ":30.000Z");
}

}  // namespace

std::string_view random_word(Random& random) {
  return skewed(random, kWords);
}

std::string_view random_name(Random& random) {
  return pick(random, kNames);
}

std::string_view random_code(Random& random) {
  return pick(random, kCodes);
}

std::string random_minute(Random& random) {
  constexpr std::string_view kTimes[] = {"00:00", "00:00", "00:01", "12:00", "23:59"};
  char day[32];
  std::snprintf(day, sizeof day, "2024-%02d-%02dT", number(random, 1, 4), number(random, 1, 7));
  return std::string(day).append(pick(random, kTimes));
}

std::vector<PaperRow> random_papers(Random& random, int count) {
  std::vector<PaperRow> rows;
  for (int i = 0; i < count; ++i) {
    PaperRow row;
    row.id = "2401." + std::to_string(99'999 - i);
    row.title = text(random, number(random, 1, 6));
    row.authors = authors(random);
    row.abstract = text(random, number(random, 3, 12));
    row.categories = codes(random);
    row.published = random_instant(random);
    row.updated = random_instant(random);
    if (chance(random, 40)) row.comment = text(random, 3);
    if (chance(random, 30)) row.journal_ref = text(random, 2);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace testing

/// bench_papers COUNT: that many invented papers on standard output, as `harvestd import` reads
/// them. The words of abstracts follow Zipf's law; a few words, and one phrase, stand in a known
/// number of papers, whatever COUNT is.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "common/arxiv/taxonomy.h"
#include "common/base/clock.h"
#include "common/base/json.h"

namespace {

constexpr std::int64_t kFirstDay = 1'420'070'400;  // 2015-01-01
constexpr std::int64_t kSeconds = 136LL * 30 * 86'400;
constexpr int kVocabulary = 120'000;
constexpr int kAbstractWords = 110;

struct Planted {
  const char* text;
  std::int64_t papers;
};
constexpr Planted kPlanted[] = {
    {"twentyfold", 20},   {"twothousandfold", 2'000}, {"fortyfold", 38'000},
    {"leftmost", 38'000}, {"rightmost", 38'000},      {"leftmost rightmost", 2'000},
};
constexpr Planted kAuthor = {"Rarename", 400};

using Random = std::mt19937_64;

std::int64_t below(Random& random, std::int64_t limit) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
}

// Rank r comes up in proportion to 1/r.
int zipf(Random& random, int ranks) {
  const double u = static_cast<double>(random() >> 11) * 0x1p-53;
  return static_cast<int>(std::pow(ranks, u)) - 1;
}

std::string word_of_rank(int rank) {
  constexpr const char* kSyllables[] = {"ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu",
                                        "na", "pe", "ri", "so", "tu", "va", "we", "xi", "yo", "zu"};
  std::string word = rank < 20 ? "" : word_of_rank(rank / 20 - 1);
  return word += kSyllables[rank % 20];
}

std::string text(Random& random, int words) {
  static const std::vector<std::string> kWords = [] {
    std::vector<std::string> all;
    for (int rank = 0; rank < kVocabulary; ++rank)
      all.push_back(word_of_rank(rank));
    return all;
  }();
  std::string out;
  for (int i = 0; i < words; ++i) {
    if (i > 0) out += ' ';
    out += kWords[static_cast<std::size_t>(zipf(random, kVocabulary))];
  }
  return out;
}

std::string abstract(Random& random, std::int64_t count) {
  std::string out = text(random, kAbstractWords / 2);
  for (const Planted& planted : kPlanted) {
    if (below(random, count) < planted.papers) out.append(" ").append(planted.text);
    out += ' ' + text(random, kAbstractWords / 12);
  }
  return out;
}

std::string authors(Random& random, std::int64_t count) {
  std::string out;
  for (int i = static_cast<int>(below(random, 5)); i >= 0; --i) {
    std::string name = word_of_rank(1'000 + zipf(random, 30'000));
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    out += "J. " + name + ", ";
  }
  if (below(random, count) < kAuthor.papers) out.append("J. ").append(kAuthor.text).append(", ");
  return out.substr(0, out.size() - 2);
}

// Two in five papers of computer science, and there the first codes are the largest.
const std::string& code(Random& random) {
  static const auto kCodes = [] {
    std::vector<std::string> computing;
    std::vector<std::string> others;
    for (const arxiv::Category& category : arxiv::categories())
      (category.group == "cs" ? computing : others).emplace_back(category.code);
    return std::pair(computing, others);
  }();
  const auto& codes = below(random, 5) < 2 ? kCodes.first : kCodes.second;
  return codes[static_cast<std::size_t>(zipf(random, static_cast<int>(codes.size())))];
}

std::string codes(Random& random) {
  std::vector<std::string> filed = {code(random)};
  for (std::int64_t more = below(random, 3); more > 0; --more) {
    const std::string& next = code(random);
    if (std::find(filed.begin(), filed.end(), next) == filed.end()) filed.push_back(next);
  }
  std::string out;
  for (const std::string& one : filed)
    out += (out.empty() ? "" : " ") + one;
  return out;
}

// Records come in the order in which they last changed, so every third one is of any time.
std::int64_t place_in_time(std::int64_t paper, std::int64_t count) {
  const std::int64_t third = count / 3;
  if (paper % 3 != 0 || paper / 3 >= third) return paper;
  return paper / 3 * 7'919 % third * 3;
}

std::string identifier(std::int64_t place, std::int64_t count) {
  constexpr std::int64_t kMonths = 136;
  const std::int64_t in_month = count / kMonths + 1;
  const std::int64_t month = place / in_month;
  char id[24];
  std::snprintf(id, sizeof id, "%02d%02d.%05d", static_cast<int>(15 + month / 12),
                static_cast<int>(1 + month % 12), static_cast<int>(1 + place % in_month));
  return id;
}

std::string instant(std::int64_t seconds) {
  return base::to_iso(base::WallTime(std::chrono::seconds(seconds)));
}

std::string line(std::int64_t paper, std::int64_t count) {
  Random random(static_cast<std::uint64_t>(paper));
  const std::int64_t place = place_in_time(paper, count);
  const std::int64_t published = kFirstDay + place * kSeconds / count;
  const bool revised = place != paper || below(random, 4) == 0;
  const std::int64_t updated = published + (revised ? below(random, 400LL * 86'400) : 0);
  const std::string filed = codes(random);
  json::Writer out;
  out.begin_object();
  const auto member = [&out](std::string_view name, std::string_view value) {
    out.key(name).string(value);
  };
  member("id", identifier(place, count));
  member("version", revised ? "2" : "1");
  member("title", text(random, 9));
  member("authors", authors(random, count));
  member("abstract", abstract(random, count));
  member("primary_category", filed.substr(0, filed.find(' ')));
  member("categories", filed);
  member("published", instant(published));
  member("updated", instant(updated));
  member("latest_version", instant(updated));
  member("comment", "12 pages, " + text(random, 4));
  out.key("journal_ref").null().key("doi").null();
  out.end_object();
  return out.take();
}

}  // namespace

int main(int argc, char** argv) {
  const long long count = argc == 2 ? std::atoll(argv[1]) : 0;
  if (count < 100'000) {
    std::cerr << "usage: bench_papers COUNT, 100000 at least\n";
    return 64;
  }
  for (long long paper = 0; paper < count; ++paper)
    std::puts(line(paper, count).c_str());
  return 0;
}

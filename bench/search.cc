/// bench_search MIRROR [BARS]: how long the searches of an agent take on a mirror of bench_papers,
/// warm, against the bars of the project; beside each the plain way to ask SQLite for the same. The
/// bars hold at a million papers: with BARS "none" the figures are printed without. Ends with
/// status 1 when a bar is missed.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include "common/arxiv/query.h"
#include "common/mirror/reader.h"
#include "common/mirror/sqlite.h"

namespace {

using Sort = mirror::SearchRequest::Sort;
using Milliseconds = std::chrono::duration<double, std::milli>;

struct Case {
  const char* name;
  const char* query;
  Sort sort;
  double bar;  ///< of the median, in milliseconds; 0: reported without one
  const char* plain;
};

constexpr const char* kByScore =
    "SELECT p.id, (SELECT count(*) FROM papers WHERE rowid IN"
    " (SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?1))"
    " FROM papers_fts f JOIN papers p ON p.rowid = f.rowid WHERE papers_fts MATCH ?1"
    " ORDER BY bm25(papers_fts) LIMIT 10";
constexpr const char* kByDate =
    "SELECT id, (SELECT count(*) FROM papers WHERE rowid IN"
    " (SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?1)) FROM papers"
    " WHERE rowid IN (SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?1)"
    " ORDER BY published DESC LIMIT 10";
constexpr const char* kFiled =
    "SELECT id, count(*) OVER () FROM papers"
    " WHERE rowid IN (SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?1)"
    " AND id IN (SELECT paper_id FROM paper_categories WHERE category = 'cs.AI')"
    " ORDER BY published DESC LIMIT 10";
constexpr const char* kFiledInArchive =
    "SELECT id, count(*) OVER () FROM papers"
    " WHERE rowid IN (SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?1)"
    " AND id IN (SELECT paper_id FROM paper_categories WHERE category >= 'cs' AND category < 'ct')"
    " ORDER BY published DESC LIMIT 10";

constexpr Case kCases[] = {
    {"word of 20", "twentyfold", Sort::kRelevance, 1, kByScore},
    {"word of 40,000, relevance", "fortyfold", Sort::kRelevance, 80, kByScore},
    {"word of 40,000, submitted", "fortyfold", Sort::kSubmitted, 40, kByDate},
    {"word of 40,000, updated", "fortyfold", Sort::kUpdated, 40, kByDate},
    {"2,000 AND 40,000", "twothousandfold AND fortyfold", Sort::kRelevance, 5, kByScore},
    {"40,000 AND 40,000", "leftmost AND rightmost", Sort::kRelevance, 0, kByScore},
    {"phrase of 2,000", "\"leftmost rightmost\"", Sort::kRelevance, 10, kByScore},
    {"author", "au:rarename", Sort::kRelevance, 3, kByScore},
    {"40,000 + leaf, relevance", "fortyfold AND cat:cs.AI", Sort::kRelevance, 70, kFiled},
    {"40,000 + leaf, submitted", "fortyfold AND cat:cs.AI", Sort::kSubmitted, 70, kFiled},
    {"40,000 + cat:cs, relevance", "fortyfold AND cat:cs", Sort::kRelevance, 90, kFiledInArchive},
    {"40,000 + cat:cs, submitted", "fortyfold AND cat:cs", Sort::kSubmitted, 90, kFiledInArchive},
    {"leaf browse, updated", "cat:cs.AI", Sort::kRelevance, 2, nullptr},
    {"leaf browse, submitted", "cat:cs.AI", Sort::kSubmitted, 2, nullptr},
    {"cat:cs browse, updated", "cat:cs", Sort::kRelevance, 20, nullptr},
    {"cat:cs browse, submitted", "cat:cs", Sort::kSubmitted, 20, nullptr},
    {"three groups", "cat:cs AND cat:math AND cat:stat", Sort::kRelevance, 40, nullptr},
    {"three groups, submitted", "cat:cs.AI AND cat:math AND cat:physics", Sort::kSubmitted, 40,
     nullptr},
    {"window", "submittedDate:[202403010000 TO 202403080000]", Sort::kSubmitted, 2, nullptr},
    {"window + category", "cat:cs.AI AND submittedDate:[202403010000 TO 202405010000]",
     Sort::kSubmitted, 5, nullptr},
    {"phrase of common words", "\"ba ce\"", Sort::kRelevance, 0, nullptr},
};

struct Figures {
  double median;
  double p95;
};

Figures measure(const std::function<void()>& run, int times) {
  std::vector<double> values;
  for (int i = 0; i < times; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    values.push_back(Milliseconds(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values[(values.size() * 95 + 99) / 100 - 1]};
}

mirror::Reader open(const char* path) {
  auto opened = mirror::Reader::open(path, std::chrono::minutes(5));
  if (opened.reader) return std::move(*opened.reader);
  throw std::runtime_error(std::string(mirror::describe(*opened.not_ready)));
}

mirror::SearchPage search(mirror::Reader& reader, const Case& one) {
  const auto translated = arxiv::translate_query(one.query);
  if (translated.live) throw std::runtime_error(std::string(one.query) + " goes live");
  return reader.search({translated.mirror, one.sort, false, 0, 10}, base::Deadline::never(), {});
}

// The text without the filters, which the plain statements spell out.
std::string match_of(const Case& one) {
  return arxiv::translate_query(one.query).mirror.match;
}

// What is measured beside the search itself.
struct Beside {
  std::optional<double> first;  ///< the same search as the first one of a connection
  std::optional<double> plain;  ///< the plain statement
};

bool print(const std::string& name, std::int64_t total, const Figures& figures, double bar,
           const Beside& beside) {
  const bool passed = bar == 0 || (figures.median < bar && figures.p95 < 2 * bar);
  std::printf("  %-30s %7lld %9.2f %9.2f ", name.c_str(), static_cast<long long>(total),
              figures.median, figures.p95);
  if (bar == 0) std::printf("%20s", "");
  if (bar != 0) std::printf(" bar %5g: %s   ", bar, passed ? "passed" : "MISSED");
  for (const std::optional<double>& value : {beside.first, beside.plain}) {
    if (value) std::printf(" %9.2f", *value);
    if (!value) std::printf(" %9s", "");
  }
  std::printf("\n");
  std::fflush(stdout);
  return passed;
}

// What a connection remembers of the searches before, it does not here.
double measure_first(const char* path, const Case& one) {
  constexpr int kRuns = 5;
  std::vector<double> values;
  for (int i = 0; i < kRuns; ++i) {
    mirror::Reader reader = open(path);
    values.push_back(measure([&] { search(reader, one); }, 1).median);
  }
  std::sort(values.begin(), values.end());
  return values[kRuns / 2];
}

bool run_case(const char* path, mirror::Reader& reader, mirror::Database& plain, const Case& one,
              bool bars) {
  constexpr int kRuns = 21;
  const std::int64_t total = search(reader, one).total;
  const Figures figures = measure([&] { search(reader, one); }, kRuns);
  Beside beside{measure_first(path, one), std::nullopt};
  if (one.plain != nullptr) {
    mirror::Statement statement(plain, one.plain);
    const std::string match = match_of(one);
    beside.plain = measure([&] { statement.run(match); }, 3).median;
  }
  return print(one.name, total, figures, bars ? one.bar : 0, beside);
}

std::string chain(int operands, const char* joint) {
  std::string query = "w0";
  for (int i = 1; i < operands; ++i)
    query += joint + ("w" + std::to_string(i));
  return query;
}

std::string parentheses(int levels) {
  const auto count = static_cast<std::size_t>(levels);
  return std::string(count, '(') + "twentyfold" + std::string(count, ')');
}

// Reading such a query is part of its time, and twice the query may take twice the time.
bool run_long_queries(mirror::Reader& reader, bool bars) {
  struct Shape {
    const char* name;
    std::function<std::string(int)> query;
    int size;
  };
  const Shape shapes[] = {
      {" words side by side", [](int size) { return chain(size, " "); }, 10'000},
      {" words joined by AND", [](int size) { return chain(size, " AND "); }, 10'000},
      {" words joined by ANDNOT", [](int size) { return chain(size, " ANDNOT "); }, 10'000},
      {" nested parentheses", parentheses, 5'000},
  };
  constexpr double kBar = 50;
  bool passed = true;
  for (const Shape& shape : shapes) {
    for (const int times : {1, 2}) {
      const std::string query = shape.query(times * shape.size);
      std::int64_t total = 0;
      const auto answer = [&] {
        const auto translated = arxiv::translate_query(query);
        if (!translated.live)
          total = reader.search({translated.mirror}, base::Deadline::never(), {}).total;
      };
      const Figures figures = measure(answer, 5);
      passed = print(std::to_string(times * shape.size) + shape.name, total, figures,
                     bars ? kBar * times : 0, {}) &&
               passed;
    }
  }
  return passed;
}

bool look_up_ten(mirror::Reader& reader, mirror::Database& plain, bool bars) {
  std::vector<std::string> ids;
  mirror::Statement statement(plain, "SELECT id FROM papers WHERE rowid % 7919 = 5 LIMIT 10");
  for (mirror::Rows rows = statement.query(); rows.next();)
    ids.emplace_back(rows.text(0));
  const auto look_up = [&] {
    for (const std::string& id : ids)
      reader.find(id);
  };
  look_up();
  return print("ten ids", 10, measure(look_up, 21), bars ? 0.5 : 0, {});
}

// Every first answer from the disk. Needs root; says so without.
bool cold(const char* path) {
  constexpr double kLongest = 2'000;
  std::printf("  after dropping the page cache\n");
  bool passed = true;
  for (const Case& one : kCases) {
    ::sync();
    std::ofstream drop("/proc/sys/vm/drop_caches");
    if (!(drop << "3" << std::flush)) {
      std::printf("  not measured: the page cache cannot be dropped here\n");
      return true;
    }
    if (one.bar == 0) continue;
    mirror::Reader reader = open(path);
    const Figures first = measure([&] { search(reader, one); }, 1);
    passed = print(one.name, 0, {first.median, 0}, kLongest, {}) && passed;
  }
  return passed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::cerr << "usage: bench_search MIRROR [none]\n";
    return 64;
  }
  try {
    const bool bars = argc == 2;
    mirror::Reader reader = open(argv[1]);
    mirror::Database plain(argv[1], SQLITE_OPEN_READONLY);
    std::printf("  %-30s %7s %9s %9s %20s %9s %9s\n", "search, ms", "papers", "median", "p95", "",
                "first", "plain");
    bool passed = true;
    for (const Case& one : kCases)
      passed = run_case(argv[1], reader, plain, one, bars) && passed;
    passed = run_long_queries(reader, bars) && passed;
    passed = look_up_ten(reader, plain, bars) && passed;
    if (bars) passed = cold(argv[1]) && passed;
    return passed ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "bench_search: " << error.what() << '\n';
    return 1;
  }
}

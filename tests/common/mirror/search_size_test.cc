#include <ctime>
#include <functional>
#include <string>

#include <doctest/doctest.h>

#include "common/arxiv/query.h"
#include "common/mirror/reader.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_dir.h"

namespace {

// Processor time, which what else runs here does not change.
double milliseconds(const std::function<void()>& run) {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  run();
  return now() - begin;
}

std::string chain(int operands, const char* joint, const char* other_joint) {
  std::string query;
  for (int i = 0; i < operands; ++i) {
    if (i > 0) query += i % 2 == 0 ? joint : other_joint;
    query += "w" + std::to_string(i);
  }
  return query;
}

std::string categories(int operands) {
  std::string query = "cat:cs.LG";
  for (int i = 1; i < operands; ++i)
    query += i % 2 == 0 ? " OR cat:math" : " cat:hep-th";
  return query;
}

std::string parentheses(int levels) {
  return std::string(static_cast<std::size_t>(levels), '(') + "w1" +
         std::string(static_cast<std::size_t>(levels), ')');
}

TEST_CASE("a query of any length is answered or sent to arXiv in time that grows with it" *
          doctest::skip(testing::kSanitized)) {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  for (int i = 0; i < 200; ++i)
    file.put({.id = "2401." + std::to_string(10'000 + i), .title = "w" + std::to_string(i)});
  file.complete();
  auto reader = mirror::Reader::open(folder / "mirror.db", std::chrono::minutes(5)).reader;
  REQUIRE(reader);
  const auto answer = [&](const std::string& query) {
    const auto translated = arxiv::translate_query(query);
    if (translated.live) return;
    reader->search({translated.mirror}, base::Deadline::never(), {});
  };
  struct Shape {
    std::string name;
    std::function<std::string(int)> query;
    int size;
  };
  const Shape shapes[] = {
      {"side by side", [](int n) { return chain(n, " ", " "); }, 10'000},
      {"joined by AND", [](int n) { return chain(n, " AND ", " AND "); }, 10'000},
      {"by AND and OR in turns", [](int n) { return chain(n, " AND ", " OR "); }, 10'000},
      {"excluded one by one", [](int n) { return chain(n, " ANDNOT ", " ANDNOT "); }, 10'000},
      {"categories", categories, 10'000},
      {"parentheses", parentheses, 5'000},
  };
  for (const Shape& shape : shapes) {
    const std::string query = shape.query(shape.size);
    const std::string twice = shape.query(2 * shape.size);
    answer(query);
    const double time = milliseconds([&] { answer(query); });
    // Four times would be quadratic; a few milliseconds tell nothing.
    const double most = 3.5 * time + 5;
    double time_of_twice = milliseconds([&] { answer(twice); });
    // The kernel's time for new memory counts as well, and on a busy machine is a matter of luck.
    constexpr int kMoreTries = 3;
    for (int i = 0; i < kMoreTries && time_of_twice >= most; ++i)
      time_of_twice = milliseconds([&] { answer(twice); });
    INFO(shape.name, ": ", time, " ms, twice as long: ", time_of_twice, " ms");
    CHECK(time_of_twice < most);
    constexpr double kSlowMachine = 10;
    CHECK(time < 50 * kSlowMachine);
  }
}

}  // namespace

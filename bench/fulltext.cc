/// Cleaning of pages, on one core: for each file named its bytes before and after, its headings and
/// milliseconds; the rate over those of 100 KB and more; and pages made to be slow, at two sizes.
///
///   bench_fulltext [PAGE.html ...]
///
/// Fails when a bar is missed.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "mcpd/fulltext/clean_html.h"
#include "tests/mcpd/fulltext/hostile_pages.h"

namespace {

std::size_t heap_now = 0;
std::size_t heap_peak = 0;

}  // namespace

void* operator new(std::size_t size) {
  void* const block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  heap_now += malloc_usable_size(block);
  heap_peak = std::max(heap_peak, heap_now);
  return block;
}
void operator delete(void* block) noexcept {
  heap_now -= malloc_usable_size(block);
  std::free(block);
}
void operator delete(void* block, std::size_t /*size*/) noexcept {
  ::operator delete(block);
}

namespace {

constexpr std::string_view kUrl = "https://arxiv.org/html/2401.00001v1";
constexpr std::size_t kLarge = 100'000;

constexpr double kLeastRate = 400;   // MB/s
constexpr double kMostGrowth = 2.2;  // of time, for twice the page
constexpr double kMostHeap = 3;      // times the page, which counts
constexpr int kRounds = 5;

int status = 0;

void bar(std::string_view name, double value, bool kept, std::string_view limit) {
  std::printf("  %-44s %9.2f  bar %s: %s\n", std::string(name).c_str(), value,
              std::string(limit).c_str(), kept ? "passed" : "MISSED");
  if (!kept) status = 1;
}

/// The processor's time that this thread has taken: what else the machine does counts less.
double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Measured {
  double seconds = 0;  ///< of the processor
  double heap = 0;     ///< times the page, itself included
  fulltext::CleanedPage page;
};

Measured measure_once(std::string_view page) {
  Measured measured;
  const std::size_t before = heap_now;
  heap_peak = heap_now;
  const double begin = processor_seconds();
  measured.page = fulltext::clean_html(page, kUrl);
  measured.seconds = processor_seconds() - begin;
  measured.heap = 1 + static_cast<double>(heap_peak - before) / static_cast<double>(page.size());
  return measured;
}

/// Of several rounds the quickest.
void keep_quicker(Measured& best, Measured measured) {
  if (best.seconds == 0 || measured.seconds < best.seconds) best = std::move(measured);
}

Measured measure(std::string_view page) {
  Measured best;
  for (int i = 0; i < kRounds; ++i)
    keep_quicker(best, measure_once(page));
  return best;
}

void measure_files(const std::vector<std::string>& files) {
  double bytes = 0;
  double seconds = 0;
  double heap = 0;
  for (const std::string& name : files) {
    std::ifstream file(name, std::ios::binary);
    const std::string page((std::istreambuf_iterator<char>(file)), {});
    const Measured measured = measure(page);
    std::printf("  %-44s %8zu -> %8zu bytes, %3zu headings, %7.3f ms\n",
                name.substr(name.rfind('/') + 1).c_str(), page.size(), measured.page.body.size(),
                measured.page.headings.size(), measured.seconds * 1e3);
    if (page.size() < kLarge) continue;
    bytes += static_cast<double>(page.size());
    seconds += measured.seconds;
    heap = std::max(heap, measured.heap);
  }
  if (seconds == 0) return;
  bar("pages of 100 KB and more, MB/s", bytes / seconds / 1e6, bytes / seconds / 1e6 >= kLeastRate,
      "at least 400");
  bar("heap, times the page", heap, heap <= kMostHeap, "at most 3");
}

void measure_hostile() {
  constexpr std::size_t kSize = 10'000'000;  // more than a processor keeps at hand
  double growth = 0;
  double heap = 0;
  for (const std::string_view piece : testing::kHostilePieces) {
    const std::string page = testing::hostile_page(piece, kSize);
    const std::string longer = testing::hostile_page(piece, 2 * kSize);
    Measured once;
    Measured twice;
    for (int i = 0; i < kRounds; ++i) {
      keep_quicker(once, measure_once(page));
      keep_quicker(twice, measure_once(longer));
    }
    const double ratio = twice.seconds / once.seconds;
    std::printf("  10 MB of %-70s %8.1f ms, twice as much %4.2f times, heap %4.2f\n",
                std::string(piece).c_str(), once.seconds * 1e3, ratio, twice.heap);
    growth = std::max(growth, ratio);
    heap = std::max(heap, twice.heap);
  }
  bar("time for twice the page, times", growth, growth <= kMostGrowth, "at most 2.2");
  bar("heap, times the page", heap, heap <= kMostHeap, "at most 3");
}

}  // namespace

int main(int argc, char** argv) {
  // Memory that was given back is used again: the pass is measured, not the kernel's pages.
  ::mallopt(M_MMAP_MAX, 0);
  ::mallopt(M_TRIM_THRESHOLD, -1);
  measure_files({argv + 1, argv + argc});
  measure_hostile();
  return status;
}

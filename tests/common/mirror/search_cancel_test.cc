#include <atomic>
#include <latch>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/mirror/read_only.h"
#include "common/mirror/search.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPapers = 4'000;

// Work for a good part of a second: every paper has the word, and each time it is asked for is
// scored by itself.
const mirror::SearchRequest& long_search() {
  static const mirror::SearchRequest kRequest = [] {
    std::string expression = "(\"word\"";
    for (int i = 0; i < 250; ++i)
      expression += " AND \"word\"";
    return mirror::SearchRequest{{expression + ")", {}, {}}};
  }();
  return kRequest;
}

struct WordyFile {
  testing::TempDir folder;
  std::string path = folder / "mirror.db";

  WordyFile() {
    std::vector<testing::PaperRow> rows(kPapers);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].id = "2401." + std::to_string(10'000 + i);
      rows[i].title = "word";
    }
    testing::MirrorFile file(path);
    file.fill(rows);
    file.complete();
  }
};

// Signals when the statements of a connection have yielded so many rows.
class RowSignal {
 public:
  RowSignal(const mirror::Database& database, int rows) : rows_(rows) {
    const auto count = [](unsigned, void* self, void*, void*) {
      auto* signal = static_cast<RowSignal*>(self);
      if (--signal->rows_ == 0) signal->reached_.count_down();
      return 0;
    };
    sqlite3_trace_v2(database.handle(), SQLITE_TRACE_ROW, count, this);
  }
  void wait() { reached_.wait(); }

 private:
  std::atomic<int> rows_;
  std::latch reached_{1};
};

TEST_CASE("a search cancelled in the middle of a statement frees its thread at once") {
  const WordyFile wordy;
  // The first row is the count of all matches; the others are theirs.
  for (const int rows : {2, 10, 100}) {
    mirror::Database database = mirror::open_read_only(wordy.path);
    mirror::Statements statements(database);
    RowSignal signal(database, rows);
    std::stop_source stop;
    std::atomic<bool> interrupted = false;
    Clock::time_point ended;
    std::jthread thread([&] {
      const mirror::InterruptGuard guard(database, base::Deadline::never(), stop.get_token());
      try {
        mirror::search_papers(statements, long_search());
      } catch (const mirror::SqliteFault& fault) {
        interrupted = fault.is_interrupt();
      }
      ended = Clock::now();
    });
    signal.wait();
    const Clock::time_point asked = Clock::now();
    stop.request_stop();
    thread.join();
    CHECK(interrupted);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(ended - asked);
    INFO("freed after ", took.count(), " ms");
    constexpr int kSlowMachine = 25;
    CHECK(took < std::chrono::milliseconds(20 * kSlowMachine));
  }
}

TEST_CASE("a deadline ends a search in the middle of a statement, and the reader serves on") {
  const WordyFile wordy;
  auto reader = mirror::Reader::open(wordy.path, std::chrono::minutes(5)).reader;
  REQUIRE(reader);
  try {
    reader->search(long_search(), base::Deadline::after(std::chrono::milliseconds(20)), {});
    FAIL("it ended in time");
  } catch (const base::Fault& fault) {
    CHECK(fault.code() == base::Code::kTimeout);
  }
  CHECK(reader->search({{"\"word\"", {}, {}}}, base::Deadline::never(), {}).total == kPapers);
}

}  // namespace

#pragma once

/// Real harvestd processes on mirror files of the older line, and ways to catch them at it.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "common/base/deadline.h"
#include "common/mirror/lease.h"
#include "common/mirror/lock_file.h"
#include "tests/blackbox/harvest_setting.h"
#include "tests/blackbox/open_mirror.h"
#include "tests/harvestd/writer/old_files.h"

namespace testing {

/// Returns once `holds_now` does; throws when patience ends. For states that nobody announces.
inline void wait_until_true(const std::function<bool()>& holds_now) {
  const base::Deadline end = patience();
  while (!holds_now()) {
    if (end.expired()) throw std::runtime_error("waited in vain");
    base::wait_until(base::Deadline::after(std::chrono::milliseconds(1)), {});
  }
}

/// True once the process has stopped at a SIGSTOP.
inline bool is_stopped(pid_t pid) {
  const std::string line = read_file("/proc/" + std::to_string(pid) + "/stat");
  return line.substr(line.rfind(')') + 1).starts_with(" T");
}

/// Ends when the process has stopped.
inline void stop(Process& process) {
  process.send_signal(SIGSTOP);
  wait_until_true([&] { return is_stopped(process.pid()); });
}

inline std::string process_name(const Process& process) {
  return "process " + std::to_string(process.pid()) + " ";
}

/// A setting whose arXiv has nothing new for an old file, and `papers` in one.
class OldMirror : public HarvestSetting {
 public:
  OldMirror(int version, std::size_t papers) : HarvestSetting({"--generate", "3"}) {
    std::filesystem::create_directory(folder / "state");
    const auto records = sample_records(papers);
    write_old_file(old_, version, records);
    write_fresh_file(folder / "fresh.db", records);
    start_over();
  }

  /// The old file again, as it was.
  void start_over() const {
    for (const char* side : {"-wal", "-shm", ".lock"})
      std::filesystem::remove(file + side);
    std::filesystem::copy_file(old_, file, std::filesystem::copy_options::overwrite_existing);
  }

  /// Whether the file is what a harvest of its records makes, but for the harvest's own state.
  bool is_as_fresh() const {
    auto found = contents(file);
    auto expected = contents(folder / "fresh.db");
    found.erase("state");
    expected.erase("state");
    return found == expected;
  }

  std::optional<mirror::MigrationLease> lease() const {
    return mirror::read_migration_lease(open_mirror(file));
  }

 private:
  std::string old_ = folder / "old.db";
};

/// A connection that holds SQLite's own lock for writing, once it has got it.
class WriteLock {
 public:
  explicit WriteLock(const std::string& path)
      : database_(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) {}

  bool try_lock() {
    try {
      database_.execute("BEGIN IMMEDIATE");
      return true;
    } catch (const mirror::SqliteFault& fault) {
      if (!fault.is_busy()) throw;
      return false;
    }
  }
  void unlock() { database_.execute("ROLLBACK"); }

 private:
  mirror::Database database_;
};

}  // namespace testing

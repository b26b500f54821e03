#include "harvestd/writer/lock.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

#include "common/base/deadline.h"
#include "common/base/fault.h"
#include "common/mirror/lock_file.h"

namespace mirror {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path, const std::string& why) {
  throw base::Fault(base::Code::kDatabase, "", what + " " + path + ": " + why + ".");
}

void create_folder(const std::string& mirror_path) {
  const auto folder = std::filesystem::path(mirror_path).parent_path();
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail("Cannot create the folder", folder.string(), error.message());
}

void write_holder(int fd, const std::string& path, base::WallTime now) {
  const std::string line =
      "process " + std::to_string(::getpid()) + " since " + base::to_iso(now) + "\n";
  const bool written = ::ftruncate(fd, 0) == 0 && ::pwrite(fd, line.data(), line.size(), 0) ==
                                                      static_cast<ssize_t>(line.size());
  if (!written) fail("Cannot write", path, std::strerror(errno));
}

/// False when another process holds the lock. A reader that looks whether someone does takes it
/// for an instant: that is waited out.
bool take(int fd, const std::string& path) {
  constexpr int kAttempts = 10;
  constexpr std::chrono::milliseconds kPause(10);
  for (int attempt = 1; ::flock(fd, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (errno != EWOULDBLOCK) fail("Cannot lock", path, std::strerror(errno));
    if (attempt == kAttempts) return false;
    base::wait_until(base::Deadline::after(kPause), {});
  }
  return true;
}

}  // namespace

WriterLock::WriterLock(const std::string& mirror_path, const base::WallClock& clock) {
  create_folder(mirror_path);
  const std::string path = lock_path(mirror_path);
  constexpr mode_t kReadableByAll = 0644;
  file_.reset(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kReadableByAll));
  if (!file_) fail("Cannot open", path, std::strerror(errno));
  if (!take(file_.get(), path)) {
    throw base::Fault(
        base::Code::kConflict, "mirror_busy",
        "Another harvestd (" + lock_text(file_.get()) + ") is writing this mirror file.");
  }
  write_holder(file_.get(), path, clock());
}

}  // namespace mirror

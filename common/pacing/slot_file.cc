#include "common/pacing/slot_file.h"

#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "common/base/text.h"

namespace pacing {
namespace {

using base::UniqueFd;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// The id of the machine's start; the same word for all where the system shows none.
const std::string& boot_id() {
  static const std::string id = [] {
    const UniqueFd file(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
    std::array<char, 36> text{};
    const ssize_t size = file ? ::read(file.get(), text.data(), text.size()) : -1;
    const bool whole = size == static_cast<ssize_t>(text.size());
    return whole ? std::string(text.data(), text.size()) : std::string("unknown");
  }();
  return id;
}

bool is_own(const struct stat& status) {
  constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;
  return status.st_uid == ::geteuid() && (status.st_mode & kOthersWrite) == 0;
}

/// Empty, with errno set, when `folder` is not this user's alone to write.
UniqueFd open_folder(const std::string& folder) {
  UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) return {};
  if (is_own(status)) return fd;
  errno = EPERM;
  return {};
}

/// In a folder of this user's, so that root in another's environment leaves nothing there.
void make_folder(const std::string& folder) {
  const std::filesystem::path parent = std::filesystem::path(folder).parent_path();
  // A home may have no cache yet; a runtime folder is the system's to make.
  if (parent.filename() == ".cache") ::mkdir(parent.c_str(), S_IRWXU);
  struct stat status {};
  const bool own = ::stat(parent.c_str(), &status) == 0 && status.st_uid == ::geteuid();
  if (own) ::mkdir(folder.c_str(), S_IRWXU);
}

/// Empty, with errno set, when there is no such file or it is not this user's.
UniqueFd open_file(const UniqueFd& folder, const std::string& name, int flags) {
  if (!folder) return {};
  const int all = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  UniqueFd fd(::openat(folder.get(), name.c_str(), all, S_IRUSR | S_IWUSR));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) return {};
  if (S_ISREG(status.st_mode) && is_own(status)) return fd;
  errno = EPERM;
  return {};
}

struct flock range(short type, std::int64_t first, std::int64_t count) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = first;
  lock.l_len = count;
  return lock;
}

}  // namespace

std::string slot_file_name(std::string_view name, std::string_view base_url) {
  constexpr std::size_t kLongest = 120;
  const std::size_t scheme = base_url.find("://");
  if (scheme != std::string_view::npos) base_url.remove_prefix(scheme + 3);
  std::string_view host = base_url.substr(0, base_url.find('/'));
  host.remove_prefix(host.rfind('@') + 1);  // nothing when there is none: npos + 1 is 0
  std::string file = base::lower(std::string(name) + "-" + std::string(host.substr(0, kLongest)));
  for (char& c : file) {
    if (!base::is_letter(c) && !base::is_digit(c) && c != '.' && c != '-') c = '_';
  }
  return file;
}

Instant boot_now() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

SlotFile SlotFile::open(const std::vector<std::string>& folders, const std::string& name) {
  errno = ENOENT;
  for (const std::string& path : folders) {
    UniqueFd folder = open_folder(path);
    if (!folder && errno == ENOENT) {
      make_folder(path);
      folder = open_folder(path);
    }
    UniqueFd file = open_file(folder, name, O_RDWR | O_CREAT);
    if (file) return SlotFile(std::move(file));
  }
  fail("a file for turns");
}

std::optional<SlotFile> SlotFile::open_to_read(const std::vector<std::string>& folders,
                                               const std::string& name) {
  for (const std::string& path : folders) {
    UniqueFd file = open_file(open_folder(path), name, O_RDONLY);
    if (file) return SlotFile(std::move(file));
  }
  return std::nullopt;
}

bool SlotFile::try_lock(std::int64_t byte) const {
  struct flock lock = range(F_WRLCK, byte, 1);
  if (::fcntl(fd_.get(), F_OFD_SETLK, &lock) == 0) return true;
  if (errno != EAGAIN && errno != EACCES && errno != EINTR) fail("a lock for turns");
  return false;
}

void SlotFile::unlock(std::int64_t byte) const noexcept {
  struct flock lock = range(F_UNLCK, byte, 1);
  ::fcntl(fd_.get(), F_OFD_SETLK, &lock);
}

bool SlotFile::others_hold(std::int64_t first, std::int64_t count) const {
  struct flock lock = range(F_WRLCK, first, count);
  if (::fcntl(fd_.get(), F_OFD_GETLK, &lock) != 0) fail("a lock for turns");
  return lock.l_type != F_UNLCK;
}

bool SlotFile::is_removed() const {
  struct stat status {};
  return ::fstat(fd_.get(), &status) != 0 || status.st_nlink == 0;
}

SlotState SlotFile::read(Instant now) const {
  std::array<char, kSlotBytes> text{};
  const ssize_t size = ::pread(fd_.get(), text.data(), text.size(), 0);
  const auto length = static_cast<std::size_t>(size > 0 ? size : 0);
  return parse_slot({text.data(), length}, boot_id(), now);
}

void SlotFile::write(const SlotState& state) const {
  const std::string text = format_slot(state, boot_id());
  const ssize_t written = ::pwrite(fd_.get(), text.data(), text.size(), 0);
  if (written == static_cast<ssize_t>(text.size())) return;
  if (written >= 0) errno = ENOSPC;
  fail("the state of turns");
}

}  // namespace pacing

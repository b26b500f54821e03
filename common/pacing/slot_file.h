#pragma once

/// The file by which processes of one user agree (decision 42): a few bytes of state, and locks on
/// its bytes that the kernel takes back from a process that ends, however it ends.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/unique_fd.h"
#include "common/pacing/slot_state.h"

namespace pacing {

/// `api-export.arxiv.org`: what the slot `name` of the host in `base_url` is called in its folder.
std::string slot_file_name(std::string_view name, std::string_view base_url);

/// Now, as Instant counts.
Instant boot_now();

/// An open slot file. It is not passed on to child processes. Its locks are those of this object:
/// another object sees them, also one of the same process. Every call returns at once.
class SlotFile {
 public:
  /// What the bytes stand for: the right to change the state, the right to send, and from
  /// kFirstTicket on the places in the queue.
  enum : std::int64_t { kState = 0, kRequest = 1, kFirstTicket = 1 << 20 };

  /// Opens `name` in the first of `folders` that is this user's alone to write, or can be made; the
  /// file comes to be, readable by this user alone. No symbolic link is followed to it. Throws
  /// std::system_error of the last folder.
  static SlotFile open(const std::vector<std::string>& folders, const std::string& name);
  /// The same for reading; makes nothing. Nothing where there is no such file.
  static std::optional<SlotFile> open_to_read(const std::vector<std::string>& folders,
                                              const std::string& name);

  /// False when another holds the lock of that byte. Throws std::system_error where the file system
  /// knows no such locks.
  bool try_lock(std::int64_t byte) const;
  void unlock(std::int64_t byte) const noexcept;
  /// Whether another holds a lock on one of `count` bytes.
  bool others_hold(std::int64_t first, std::int64_t count) const;
  /// Whether the file has lost its name, so that nobody else will come to it.
  bool is_removed() const;

  SlotState read(Instant now) const;
  /// Throws std::system_error.
  void write(const SlotState& state) const;

 private:
  explicit SlotFile(base::UniqueFd fd) : fd_(std::move(fd)) {}
  base::UniqueFd fd_;
};

/// One lock of a SlotFile for the life of this object; it may have been refused.
class SlotLock {
 public:
  SlotLock(const SlotFile& file, std::int64_t byte)
      : file_(file), byte_(byte), held_(file.try_lock(byte)) {}
  ~SlotLock() {
    if (held_) file_.unlock(byte_);
  }
  SlotLock(const SlotLock&) = delete;
  SlotLock& operator=(const SlotLock&) = delete;

  explicit operator bool() const { return held_; }
  /// Keeps the lock beyond this object's life.
  void keep() { held_ = false; }

 private:
  const SlotFile& file_;
  std::int64_t byte_;
  bool held_;
};

}  // namespace pacing

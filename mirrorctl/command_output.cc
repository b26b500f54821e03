#include "mirrorctl/command_output.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "common/base/unique_fd.h"

namespace mirrorctl {
namespace {

constexpr std::size_t kLongestOutput = 65'536;

/// How a child's three streams are set up.
class FileActions {
 public:
  explicit FileActions(int out) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// False at `deadline`.
bool is_readable(int fd, base::Deadline deadline) {
  pollfd entry{fd, POLLIN, 0};
  return ::poll(&entry, 1, static_cast<int>(deadline.remaining().count())) == 1;
}

/// A child that does not outlive this object.
class Child {
 public:
  Child(std::vector<std::string>& command, int out) {
    std::vector<char*> words;
    for (std::string& word : command)
      words.push_back(word.data());
    words.push_back(nullptr);
    const FileActions actions(out);
    if (::posix_spawnp(&pid_, words[0], actions.get(), nullptr, words.data(), environ) != 0)
      pid_ = -1;
  }
  ~Child() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    reap();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits for its end, until `deadline`.
  bool succeeds(base::Deadline deadline) {
    // glibc 2.36 declares pidfd_open for C alone.
    const long opened = pid_ > 0 ? ::syscall(SYS_pidfd_open, pid_, 0) : -1;
    const base::UniqueFd process(static_cast<int>(opened));
    return process && is_readable(process.get(), deadline) && reap() == 0;
  }

 private:
  int reap() {
    int status = -1;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return status;
  }

  pid_t pid_ = -1;
};

/// All that comes through `fd`; nothing when that is too much or takes too long.
std::optional<std::string> read_all(int fd, base::Deadline deadline) {
  std::string text;
  std::array<char, 4096> buffer{};
  while (text.size() <= kLongestOutput) {
    if (!is_readable(fd, deadline)) return std::nullopt;
    const ssize_t size = ::read(fd, buffer.data(), buffer.size());
    if (size <= 0) return size == 0 ? std::optional(text) : std::nullopt;
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> output_of(std::vector<std::string> command, base::Deadline deadline) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const base::UniqueFd read(ends[0]);
  base::UniqueFd write(ends[1]);
  Child child(command, write.get());
  write.reset();
  auto text = read_all(read.get(), deadline);
  return text && child.succeeds(deadline) ? text : std::nullopt;
}

}  // namespace mirrorctl

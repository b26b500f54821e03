#include "common/base/child_process.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "common/base/stop_poll.h"

namespace base {
namespace {

void require(int code, const char* what) {
  if (code != 0) throw std::system_error(code, std::generic_category(), what);
}

class FileActions {
 public:
  FileActions() { require(::posix_spawn_file_actions_init(&actions_), "posix_spawn"); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void connect(int from, int to) {
    require(from < 0 ? ::posix_spawn_file_actions_addopen(&actions_, to, "/dev/null", O_RDWR, 0)
                     : ::posix_spawn_file_actions_adddup2(&actions_, from, to),
            "posix_spawn");
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// No signal blocked, and none ignored or handled.
class DefaultSignals {
 public:
  DefaultSignals() {
    require(::posix_spawnattr_init(&attributes_), "posix_spawn");
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~DefaultSignals() { ::posix_spawnattr_destroy(&attributes_); }
  DefaultSignals(const DefaultSignals&) = delete;
  DefaultSignals& operator=(const DefaultSignals&) = delete;

  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

pid_t start(std::vector<std::string> arguments, const ChildStreams& streams) {
  FileActions actions;
  actions.connect(streams.in, STDIN_FILENO);
  actions.connect(streams.out, STDOUT_FILENO);
  actions.connect(streams.error, STDERR_FILENO);
  const DefaultSignals signals;
  std::vector<char*> pointers;
  for (std::string& argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t pid = -1;
  require(::posix_spawn(&pid, pointers[0], actions.get(), signals.get(), pointers.data(), environ),
          "posix_spawn");
  return pid;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> arguments, const ChildStreams& streams)
    : pid_(start(std::move(arguments), streams)),
      ended_(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0))) {
  if (ended_) return;
  const int code = errno;
  send(SIGKILL);
  reap();
  require(code, "pidfd_open");
}

ChildProcess::~ChildProcess() {
  if (status_ || pid_ < 0) return;
  send(SIGKILL);
  reap();
}

void ChildProcess::send(int signal) const {
  if (!status_ && pid_ > 0) ::kill(pid_, signal);
}

std::optional<int> ChildProcess::wait(Deadline deadline, const std::stop_token& stop) {
  if (status_) return status_;
  if (!StopPoll(stop).wait(ended_.get(), POLLIN, deadline)) return std::nullopt;
  return reap();
}

int ChildProcess::reap() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return *status_;
}

}  // namespace base

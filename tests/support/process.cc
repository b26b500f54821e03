#include "tests/support/process.h"

#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "common/base/unique_fd.h"
#include "tests/support/temp_dir.h"

namespace testing {
namespace {

struct Pipe {
  base::UniqueFd read;
  base::UniqueFd write;
};

[[noreturn]] void fail(int error, const char* what) {
  throw std::system_error(error, std::generic_category(), what);
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno, "pipe2");
  return {base::UniqueFd(ends[0]), base::UniqueFd(ends[1])};
}

int poll_timeout(base::Deadline deadline) {
  return deadline.is_never() ? -1 : static_cast<int>(deadline.remaining().count());
}

/// Waits until `fd` has one of `events`; false at the deadline.
bool poll_one(int fd, short events, base::Deadline deadline) {
  pollfd entry{fd, events, 0};
  int ready = 0;
  do {
    ready = ::poll(&entry, 1, poll_timeout(deadline));
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

std::vector<std::string> child_environment(const Command& command) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string name(text.substr(0, text.find('=')));
    const bool of_the_machine =
        name.starts_with("ARXIV_") || name == "RUNTIME_DIRECTORY" || name == "XDG_RUNTIME_DIR";
    if (of_the_machine || command.environment.count(name) != 0) continue;
    result.emplace_back(text);
  }
  // A test's programs take turns with one another alone.
  static const TempDir runtime;
  if (command.environment.count("XDG_RUNTIME_DIR") == 0) {
    result.push_back("XDG_RUNTIME_DIR=" + runtime.path().string());
  }
  for (const auto& [name, value] : command.environment) {
    result.push_back(name);
    result.back() += "=" + value;
  }
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (std::string& text : texts)
    result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// posix_spawn's two option objects.
struct SpawnOptions {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};

  SpawnOptions() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    sigset_t ignored_here;
    sigemptyset(&ignored_here);
    sigaddset(&ignored_here, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &ignored_here);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnOptions() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;
};

pid_t spawn(const Command& command, int in, int out, int err) {
  SpawnOptions options;
  posix_spawn_file_actions_adddup2(&options.files, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&options.files, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&options.files, err, STDERR_FILENO);
  if (!command.working_directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&options.files, command.working_directory.c_str());
  }
  std::vector<std::string> arguments = command.arguments;
  std::vector<std::string> environment = child_environment(command);
  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, arguments.at(0).c_str(), &options.files, &options.attributes,
                    pointers(arguments).data(), pointers(environment).data());
  if (error != 0) fail(error, arguments[0].c_str());
  return pid;
}

/// What one output stream has delivered.
struct Received {
  std::string text;
  bool closed = false;
};

}  // namespace

struct Process::State {
  pid_t pid = -1;
  base::UniqueFd pidfd;
  base::UniqueFd in;
  base::UniqueFd out;
  base::UniqueFd err;
  base::UniqueFd quit{::eventfd(0, EFD_CLOEXEC)};
  std::optional<int> status;
  long peak_resident_kib = 0;

  mutable std::mutex mutex;
  std::condition_variable changed;
  Received received_out;
  Received received_err;
  std::jthread reader;

  /// Takes what is there on `fd`; false once it is closed.
  bool take(int fd, Received& into) {
    std::array<char, 65536> buffer{};
    const ssize_t size = ::read(fd, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) return true;
    const std::lock_guard lock(mutex);
    if (size > 0) into.text.append(buffer.data(), static_cast<std::size_t>(size));
    if (size <= 0) into.closed = true;
    changed.notify_all();
    return size > 0;
  }

  void read_output() {
    std::array<pollfd, 3> entries{
        {{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}, {quit.get(), POLLIN, 0}}};
    while (entries[0].fd >= 0 || entries[1].fd >= 0) {
      if (::poll(entries.data(), entries.size(), -1) < 0) continue;
      if (entries[2].revents != 0) return;
      if (entries[0].revents != 0 && !take(out.get(), received_out)) entries[0].fd = -1;
      if (entries[1].revents != 0 && !take(err.get(), received_err)) entries[1].fd = -1;
    }
  }

  /// Waits until `ready` holds, under the lock; throws at the deadline.
  template <class Condition>
  void await(std::unique_lock<std::mutex>& lock, base::Deadline deadline, const char* what,
             Condition ready) {
    const auto until = deadline.is_never()
                           ? std::chrono::steady_clock::now() + std::chrono::hours(24)
                           : deadline.when();
    if (changed.wait_until(lock, until, ready)) return;
    throw std::runtime_error(std::string("still waiting for ") + what + "; stderr:\n" +
                             received_err.text);
  }
};

std::string program(std::string_view name) {
  return std::string(PROGRAM_DIR) + "/" + std::string(name);
}

Process::Process(const Command& command) : state_(std::make_unique<State>()) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  state_->pid = spawn(command, in.read.get(), out.write.get(), err.write.get());
  // glibc 2.36 declares pidfd_open for C alone.
  state_->pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, state_->pid, 0)));
  ::fcntl(in.write.get(), F_SETFL, O_NONBLOCK);
  state_->in = std::move(in.write);
  state_->out = std::move(out.read);
  state_->err = std::move(err.read);
  state_->reader = std::jthread([state = state_.get()] { state->read_output(); });
}

Process::~Process() {
  if (!state_->status) {
    send_signal(SIGKILL);
    wait(base::Deadline::never());
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(state_->quit.get(), &one, sizeof one);
}

pid_t Process::pid() const {
  return state_->pid;
}

bool Process::write(std::string_view text, base::Deadline deadline) {
  while (!text.empty()) {
    const ssize_t size = ::write(state_->in.get(), text.data(), text.size());
    if (size >= 0) {
      text.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN) {
      if (!poll_one(state_->in.get(), POLLOUT, deadline)) {
        throw std::runtime_error("the child does not read its stdin; stderr:\n" + stderr_text());
      }
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void Process::close_stdin() {
  state_->in.reset();
}

std::optional<std::string> Process::read_line(base::Deadline deadline) {
  std::unique_lock lock(state_->mutex);
  Received& out = state_->received_out;
  std::size_t searched = 0;
  std::size_t end = std::string::npos;
  state_->await(lock, deadline, "a line of stdout", [&] {
    end = out.text.find('\n', searched);
    searched = out.text.size();
    return end != std::string::npos || out.closed;
  });
  if (end == std::string::npos && out.text.empty()) return std::nullopt;
  std::string line = out.text.substr(0, end);
  out.text.erase(0, end == std::string::npos ? end : end + 1);
  return line;
}

bool Process::wait_for_stderr(std::string_view text, base::Deadline deadline) {
  std::unique_lock lock(state_->mutex);
  const Received& err = state_->received_err;
  const auto found = [&] { return err.text.find(text) != std::string::npos; };
  state_->await(lock, deadline, "a text on stderr", [&] { return found() || err.closed; });
  return found();
}

std::string Process::stderr_text() const {
  const std::lock_guard lock(state_->mutex);
  return state_->received_err.text;
}

void Process::send_signal(int signal) {
  if (!state_->status) ::kill(state_->pid, signal);
}

std::optional<int> Process::wait(base::Deadline deadline) {
  if (state_->status) return state_->status;
  if (!poll_one(state_->pidfd.get(), POLLIN, deadline)) return std::nullopt;
  int raw = 0;
  rusage usage{};
  if (::wait4(state_->pid, &raw, 0, &usage) != state_->pid) fail(errno, "wait4");
  state_->status = WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw);
  state_->peak_resident_kib = usage.ru_maxrss;
  return state_->status;
}

ProcessResult Process::finish(base::Deadline deadline) {
  close_stdin();
  std::unique_lock lock(state_->mutex);
  state_->await(lock, deadline, "the end of the output",
                [&] { return state_->received_out.closed && state_->received_err.closed; });
  lock.unlock();
  const std::optional<int> status = wait(deadline);
  if (!status) throw std::runtime_error("the child does not end; stderr:\n" + stderr_text());
  return {*status, state_->received_out.text, state_->received_err.text, state_->peak_resident_kib};
}

ProcessResult run(const Command& command, std::string_view input, base::Deadline deadline) {
  Process child(command);
  child.write(input, deadline);
  return child.finish(deadline);
}

}  // namespace testing

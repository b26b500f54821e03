/// bench_measure FILE COMMAND...: runs COMMAND and ends with its status. FILE then has one line:
/// wall-clock seconds, seconds of processor time, the peak of resident memory in KiB, and what was
/// resident when a quarter, a half, three quarters and all of the time had passed.

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

/// Resident KiB of a process; 0 once it has ended.
long resident_kib(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmRSS:", 0) == 0) return std::stol(line.substr(6));
  }
  return 0;
}

/// What was resident, in even steps of time, until the process ended.
std::vector<long> watch(pid_t pid) {
  constexpr int kStepMilliseconds = 50;
  std::vector<long> samples = {resident_kib(pid)};
  pollfd ending{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)), POLLIN, 0};
  while (ending.fd >= 0 && ::poll(&ending, 1, kStepMilliseconds) <= 0) {
    const long resident = resident_kib(pid);
    if (resident > 0) samples.push_back(resident);
  }
  ::close(ending.fd);
  return samples;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "bench_measure FILE COMMAND...\n");
    return 64;
  }
  const auto start = std::chrono::steady_clock::now();
  pid_t pid = 0;
  if (::posix_spawnp(&pid, argv[2], nullptr, nullptr, argv + 2, environ) != 0) {
    std::fprintf(stderr, "bench_measure: cannot run %s\n", argv[2]);
    return 69;
  }
  const std::vector<long> samples = watch(pid);
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const std::chrono::duration<double> span = std::chrono::steady_clock::now() - start;
  std::ofstream out(argv[1]);
  out << span.count() << ' ' << seconds(usage.ru_utime) + seconds(usage.ru_stime) << ' '
      << usage.ru_maxrss;
  for (const std::size_t quarter : {1, 2, 3, 4})
    out << ' ' << samples[(samples.size() - 1) * quarter / 4];
  out << '\n';
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// bench_measure FILE COMMAND...: runs COMMAND, writes its wall-clock seconds and its peak resident
/// KiB to FILE as `SECONDS KIB`, and ends with its status.

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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
  int status = 0;
  rusage usage{};
  while (::wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const std::chrono::duration<double> span = std::chrono::steady_clock::now() - start;
  std::ofstream(argv[1]) << span.count() << ' ' << usage.ru_maxrss << '\n';
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#include "mcpd/pdftext/confinement.h"

#include <arpa/inet.h>
#include <cerrno>
#include <fcntl.h>
#include <functional>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/support/sanitized.h"

namespace {

using namespace std::chrono_literals;

constexpr int kUnconfined = 99;
constexpr pdftext::Limits kLimits{std::size_t{256} << 20, 20s};

/// What `act` answers in a process of its own that has confined itself.
int confined(const std::function<int()>& act) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) ::_exit(pdftext::confine(kLimits) ? act() : kUnconfined);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/// errno of a call that answered `result`, or 0 where it succeeded.
int error_of(long result) {
  return result < 0 ? errno : 0;
}

bool is_refused(int error) {
  return error == EPERM || error == EACCES;
}

}  // namespace

TEST_CASE("a confined process can read memory and write to what it has open") {
  CHECK(confined([] {
          const std::string text(1'000'000, 'x');
          return text.size() == 1'000'000 && ::write(STDERR_FILENO, "", 0) == 0 ? 0 : 1;
        }) == 0);
}

TEST_CASE("it reaches no network, no other file and no other process") {
  struct Case {
    const char* what;
    std::function<int()> act;
  };
  const Case kCases[] = {
      {"socket", [] { return error_of(::socket(AF_INET, SOCK_STREAM, 0)); }},
      {"local socket", [] { return error_of(::socket(AF_UNIX, SOCK_STREAM, 0)); }},
      {"read a file", [] { return error_of(::open("/etc/passwd", O_RDONLY)); }},
      {"write a file", [] { return error_of(::open("/tmp/x", O_WRONLY | O_CREAT, 0600)); }},
      {"delete a file", [] { return error_of(::unlink("/tmp/x")); }},
      {"make a folder", [] { return error_of(::mkdir("/tmp/x", 0700)); }},
      {"run a program",
       [] {
         char name[] = "/bin/true";
         char* const arguments[] = {name, nullptr};
         return error_of(::execv(name, arguments));
       }},
      {"fork", [] { return error_of(::fork()); }},
      {"signal another process", [] { return error_of(::kill(1, 0)); }},
      {"executable memory",
       [] {
         void* const at = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         return at == MAP_FAILED ? errno : 0;
       }},
      {"wider limits",
       [] {
         const rlimit limit{1'000, 1'000};
         return error_of(::setrlimit(RLIMIT_CPU, &limit));
       }},
  };
  for (const Case& each : kCases) {
    CAPTURE(each.what);
    CHECK(is_refused(confined(each.act)));
  }
}

TEST_CASE("it gets no more memory than it may have" * doctest::skip(testing::kSanitized)) {
  CHECK(confined([] {
          void* const at = ::mmap(nullptr, std::size_t{512} << 20, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return at == MAP_FAILED ? errno : 0;
        }) == ENOMEM);
}

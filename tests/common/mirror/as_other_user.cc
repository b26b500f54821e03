#include "tests/common/mirror/as_other_user.h"

#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

namespace testing {
namespace {

constexpr uid_t kNobody = 65534;

bool become_nobody() {
  return ::setgroups(0, nullptr) == 0 && ::setgid(kNobody) == 0 && ::setuid(kNobody) == 0;
}

int result_of(const std::function<bool()>& body) {
  try {
    return body() ? 0 : 1;
  } catch (...) {
    return 2;
  }
}

}  // namespace

bool can_change_user() {
  return ::geteuid() == 0;
}

bool as_other_user(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (can_change_user() && !become_nobody()) ::_exit(3);
    ::_exit(result_of(body));
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

}  // namespace testing

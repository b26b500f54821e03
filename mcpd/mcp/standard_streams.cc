#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include "common/base/signals.h"
#include "common/base/standard_descriptors.h"
#include "mcpd/mcp/serve.h"

namespace mcp {
namespace {

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

base::UniqueFd private_copy(int fd) {
  return base::UniqueFd(checked(::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "dup"));
}

}  // namespace

StandardStreams StandardStreams::claim() {
  base::fill_standard_descriptors();
  StandardStreams streams{private_copy(STDIN_FILENO), private_copy(STDOUT_FILENO)};
  const base::UniqueFd nothing(checked(::open("/dev/null", O_RDONLY | O_CLOEXEC), "/dev/null"));
  checked(::dup2(nothing.get(), STDIN_FILENO), "dup2");
  checked(::dup2(STDERR_FILENO, STDOUT_FILENO), "dup2");
  std::signal(SIGPIPE, SIG_IGN);
  base::block_ending_signals();
  return streams;
}

}  // namespace mcp

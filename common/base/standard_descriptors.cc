#include "common/base/standard_descriptors.h"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace base {

void fill_standard_descriptors() {
  int fd = 0;
  do {
    fd = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const bool kept = fd >= 0 && fd <= STDERR_FILENO;
    if (fd < 0 || (kept && ::fcntl(fd, F_SETFD, 0) != 0))
      throw std::system_error(errno, std::generic_category(), "/dev/null");
  } while (fd <= STDERR_FILENO);
  ::close(fd);
}

}  // namespace base

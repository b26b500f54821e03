#include "common/base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace base {

std::size_t terminal_width(int fd) {
  winsize size{};
  if (::isatty(fd) == 0 || ::ioctl(fd, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

}  // namespace base

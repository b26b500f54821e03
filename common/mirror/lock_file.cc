#include "common/mirror/lock_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <unistd.h>

#include "common/base/text.h"
#include "common/base/unique_fd.h"
#include "common/mirror/read_only.h"

namespace mirror {

std::string lock_path(const std::string& mirror_path) {
  return target_of(mirror_path) + ".lock";
}

std::string lock_text(int fd) {
  std::array<char, 256> text{};
  const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
  const auto size = static_cast<std::size_t>(got > 0 ? got : 0);
  return base::collapse_space(std::string_view(text.data(), size));
}

std::optional<std::string> lock_holder(const std::string& mirror_path) {
  const base::UniqueFd file(
      ::open(lock_path(mirror_path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return std::nullopt;
  if (::flock(file.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) return std::nullopt;
  return lock_text(file.get());
}

}  // namespace mirror

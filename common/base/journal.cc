#include "common/base/journal.h"

#include <array>
#include <string>
#include <sys/stat.h>

#include <systemd/sd-daemon.h>

namespace base {

bool is_journal(int fd, std::string_view journal_stream) {
  struct stat file {};
  if (journal_stream.empty() || fd < 0 || ::fstat(fd, &file) != 0) return false;
  return journal_stream == std::to_string(file.st_dev) + ":" + std::to_string(file.st_ino);
}

std::string_view journal_prefix(Level level) {
  constexpr std::array<std::string_view, 8> kPrefixes = {SD_DEBUG, SD_INFO, SD_NOTICE, SD_WARNING,
                                                         SD_ERR,   SD_CRIT, SD_ALERT,  SD_EMERG};
  return kPrefixes.at(static_cast<std::size_t>(level));
}

}  // namespace base

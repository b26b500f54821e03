#include "common/base/log.h"

#include <array>
#include <string>
#include <sys/stat.h>

#include <systemd/sd-daemon.h>

#include "common/base/clock.h"
#include "common/base/utf8.h"
#include "common/base/write_all.h"

namespace base {
namespace {

struct LevelRow {
  std::string_view name;
  std::string_view journal_prefix;
};
constexpr std::array<LevelRow, 8> kLevels = {{{"debug", SD_DEBUG},
                                              {"info", SD_INFO},
                                              {"notice", SD_NOTICE},
                                              {"warning", SD_WARNING},
                                              {"error", SD_ERR},
                                              {"critical", SD_CRIT},
                                              {"alert", SD_ALERT},
                                              {"emergency", SD_EMERG}}};

const LevelRow& row(Level level) {
  return kLevels[static_cast<std::size_t>(level)];
}

bool is_journal(int fd, std::string_view stream) {
  struct stat file {};
  if (stream.empty() || fd < 0 || ::fstat(fd, &file) != 0) return false;
  return stream == std::to_string(file.st_dev) + ":" + std::to_string(file.st_ino);
}

}  // namespace

std::string_view level_name(Level level) {
  return row(level).name;
}

std::optional<Level> parse_level(std::string_view name) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (kLevels[i].name == name) return static_cast<Level>(i);
  }
  return std::nullopt;
}

Log::Log(int fd, Level threshold, std::string_view journal_stream)
    : fd_(fd), threshold_(threshold), journal_(is_journal(fd, journal_stream)) {}

Log Log::lossy() const {
  Log log = *this;
  log.lossy_ = true;
  return log;
}

void Log::write(Level level, std::string_view message) const {
  if (!writes(level)) return;
  std::string line;
  if (journal_) {
    line += row(level).journal_prefix;
  } else {
    line += to_iso(wall_now());
    line += ' ';
    line += row(level).name;
    line += ' ';
  }
  line += one_line(message, lossy_ ? kLongestLossyMessage : kLongestMessage);
  line += '\n';
  // A log that cannot be written has nowhere to say so.
  if (lossy_) {
    write_if_room(fd_, line);
  } else {
    write_all(fd_, line);
  }
}

}  // namespace base

#pragma once

/// The programs' log: one line a record on stderr. When stderr is the journal's socket each line
/// carries the sd-daemon level prefix, otherwise a UTC time and the level's name.

#include <cstddef>
#include <optional>
#include <string_view>

namespace base {

/// RFC 5424 severities, least severe first, as MCP names them.
enum class Level { kDebug, kInfo, kNotice, kWarning, kError, kCritical, kAlert, kEmergency };

/// "debug" ... "emergency".
std::string_view level_name(Level level);
/// The level `name` names, in lower case; nothing for another word.
std::optional<Level> parse_level(std::string_view name);

/// Code points of a message that reach the log.
inline constexpr std::size_t kLongestMessage = 4000;
/// The same for a lossy log: a pipe with room has it for a record of this size.
inline constexpr std::size_t kLongestLossyMessage = 900;

/// Writes records at or above a threshold. Any thread may call; a record is one write(2), so lines
/// do not mix. A message becomes one line of UTF-8 (base::one_line), cut at kLongestMessage.
class Log {
 public:
  /// `fd` stays the caller's; the journal is recognised by JOURNAL_STREAM (`journal_stream`, may
  /// be empty) naming the device and inode of `fd`.
  Log(int fd, Level threshold, std::string_view journal_stream);
  /// Nothing is written.
  static Log none() { return Log(-1, Level::kEmergency, ""); }

  /// The same log for a program that must not wait, whoever may never read its stderr: a record for
  /// which `fd` has no room is dropped, and a message is cut at kLongestLossyMessage.
  Log lossy() const;

  bool writes(Level level) const { return fd_ >= 0 && level >= threshold_; }
  void write(Level level, std::string_view message) const;
  void debug(std::string_view message) const { write(Level::kDebug, message); }
  void info(std::string_view message) const { write(Level::kInfo, message); }
  void notice(std::string_view message) const { write(Level::kNotice, message); }
  void warning(std::string_view message) const { write(Level::kWarning, message); }
  void error(std::string_view message) const { write(Level::kError, message); }

 private:
  int fd_;
  Level threshold_;
  bool journal_;
  bool lossy_ = false;
};

}  // namespace base

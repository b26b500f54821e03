#pragma once

/// Bytes to lines: the framing of MCP over a stream (mcp.md 4). Pure; knows nothing of JSON.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rpc {

/// The longest line that is read, without its end.
inline constexpr std::size_t kMaximumInputLine = 16UL << 20;

/// What a piece of input completed.
struct Lines {
  std::vector<std::string> lines;  ///< in order, without line ends; blank ones are left out
  std::size_t too_long = 0;        ///< lines over the limit whose end has come; nothing is kept
};

/// Cuts a stream into lines, wherever its pieces begin and end. A line ends with LF or CR LF; a
/// byte order mark before the first line is dropped. What follows the last LF is never a line.
class LineReader {
 public:
  explicit LineReader(std::size_t limit = kMaximumInputLine) : limit_(limit) {}

  /// Takes the next piece. One pass over it; holds at most `limit` bytes between calls.
  Lines feed(std::string_view bytes);

 private:
  void append(std::string_view bytes);
  void end_line(Lines& out);

  std::size_t limit_;
  std::string pending_;
  bool discarding_ = false;
  bool first_ = true;
};

}  // namespace rpc

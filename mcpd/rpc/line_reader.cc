#include "mcpd/rpc/line_reader.h"

#include <utility>

#include "common/base/text.h"

namespace rpc {

Lines LineReader::feed(std::string_view bytes) {
  Lines out;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    append(bytes.substr(0, end));
    if (end == std::string_view::npos) break;
    end_line(out);
    bytes.remove_prefix(end + 1);
  }
  return out;
}

void LineReader::append(std::string_view bytes) {
  if (discarding_) return;
  // One more for the CR that is not part of the line.
  if (pending_.size() + bytes.size() <= limit_ + 1) {
    pending_ += bytes;
    return;
  }
  discarding_ = true;
  pending_ = std::string();
}

void LineReader::end_line(Lines& out) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string line = std::exchange(pending_, std::string());
  if (std::exchange(first_, false) && line.starts_with(kByteOrderMark)) {
    line.erase(0, kByteOrderMark.size());
  }
  if (line.ends_with('\r')) line.pop_back();
  if (std::exchange(discarding_, false) || line.size() > limit_) {
    ++out.too_long;
  } else if (!base::trim(line).empty()) {
    out.lines.push_back(std::move(line));
  }
}

}  // namespace rpc

#include "mcpd/fulltext/heading_reader.h"

#include <utility>

#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mcpd/fulltext/character_references.h"
#include "mcpd/fulltext/clean_html.h"

namespace fulltext {
namespace {

// Bytes of a title that are read, and code points that are kept.
constexpr std::size_t kReadTitle = 4096;
constexpr std::size_t kLongestTitle = 300;

// Author-made pages: h2 to h4.
constexpr int kFirstPlainLevel = 1;
constexpr int kLastPlainLevel = 3;

}  // namespace

void HeadingReader::begin(int level, bool structural, std::size_t opening) {
  end();
  const bool plain = level >= kFirstPlainLevel && level <= kLastPlainLevel;
  if ((!structural && !plain) || found_.size() == kMostHeadings) return;
  const std::size_t lead = code_points_before(opening);
  const std::size_t start = code_points_before(body_.size());
  found_.push_back({{"", level, start, start - lead}, structural});
  open_ = true;
}

void HeadingReader::end() {
  if (!open_) return;
  open_ = false;
  notes_ = 0;
  std::string& title = found_.back().heading.title;
  title = base::collapse_space(title);
  title.resize(base::first_code_points(title, kLongestTitle).size());
}

bool HeadingReader::takes_text() const {
  return open_ && notes_ == 0 && found_.back().heading.title.size() < kReadTitle;
}

void HeadingReader::add_text(std::string_view text) {
  if (!takes_text()) return;
  append_decoded(found_.back().heading.title, base::first_code_points(text, kReadTitle));
}

void HeadingReader::add_formula(std::string_view tex) {
  if (takes_text()) found_.back().heading.title += base::first_code_points(tex, kReadTitle);
}

/// `byte` is never less than the one before.
std::size_t HeadingReader::code_points_before(std::size_t byte) {
  const std::string_view since = std::string_view(body_).substr(0, byte).substr(counted_bytes_);
  counted_points_ += base::count_code_points(since);
  counted_bytes_ = byte;
  return counted_points_;
}

std::vector<Heading> HeadingReader::take(bool latexml, std::size_t size) {
  end();
  std::vector<Heading> headings;
  for (Found& each : found_) {
    if (each.heading.start < size && (each.structural || !latexml))
      headings.push_back(std::move(each.heading));
  }
  return headings;
}

}  // namespace fulltext

#include "harvestd/run/progress.h"

#include <unistd.h>
#include <utility>

#include "common/base/terminal.h"
#include "common/base/utf8.h"
#include "common/base/write_all.h"

namespace harvest {
namespace {

constexpr std::chrono::seconds kLinePause(10);
constexpr milliseconds kLivePause(100);
constexpr std::string_view kEraseLine = "\r\x1b[K";

/// What the last line may wait for room: a reader that is only slow learns how the run ended.
constexpr milliseconds kLastLinePatience(1000);

// Progress that cannot be written is not worth a harvest: what this answers is passed over.
using base::write_if_room;

std::size_t room_of_a_line(int fd) {
  constexpr std::size_t kUsual = 80;
  const std::size_t width = base::terminal_width(fd);
  return (width > 0 ? width : kUsual) - 1;
}

/// True when `pause` has passed since `last`, which then becomes now.
bool is_due(std::optional<Progress::Clock::time_point>& last, milliseconds pause) {
  const auto now = Progress::Clock::now();
  if (last && now - *last < pause) return false;
  last = now;
  return true;
}

}  // namespace

Style style_for(int fd, bool quiet, bool json) {
  if (json) return Style::kJson;
  if (quiet) return Style::kQuiet;
  return ::isatty(fd) == 1 ? Style::kLive : Style::kPlain;
}

Progress::Progress(Style style, int fd, const base::Log& log, StatusSink sink,
                   std::string_view line_prefix)
    : style_(style), fd_(fd), log_(log), sink_(std::move(sink)), line_prefix_(line_prefix) {}

Progress::~Progress() {
  clear_live_line();
}

milliseconds Progress::elapsed() const {
  return std::chrono::duration_cast<milliseconds>(Clock::now() - start_);
}

void Progress::clear_live_line() {
  if (live_shown_) write_if_room(fd_, kEraseLine);
  live_shown_ = false;
}

std::string Progress::fitted(std::string_view text) const {
  return std::string(base::first_code_points(text, room_of_a_line(fd_)));
}

void Progress::show_live(const std::string& line) {
  // One write, so that the line never flickers.
  write_if_room(fd_, std::string(kEraseLine) + line);
  live_shown_ = true;
}

void Progress::print(const std::string& line, milliseconds patience) {
  clear_live_line();
  write_if_room(fd_, line_prefix_ + line + "\n", patience);
}

void Progress::announce(const std::string& text) {
  const std::lock_guard lock(mutex_);
  sink_(text);
  if (style_ == Style::kLive) show_live(fitted(text));
  if (style_ == Style::kPlain) print(text);
}

void Progress::show_progress(const std::string& live, const std::string& plain,
                             const std::string& json) {
  const bool line_due = is_due(last_line_, kLinePause);
  if (line_due) sink_(plain);
  if (style_ == Style::kLive && is_due(last_live_, kLivePause)) show_live(live);
  if (style_ == Style::kPlain && line_due) print(plain);
  if (style_ == Style::kJson && line_due) print(json);
}

void Progress::step(const std::string& text) {
  const std::lock_guard lock(mutex_);
  // The first lines of a command that is soon done would tell nothing.
  if (!last_line_) last_line_ = start_;
  show_progress(fitted(text), text, json_step(text));
}

bool Progress::report(const std::string& lines) {
  const std::lock_guard lock(mutex_);
  clear_live_line();
  return write_if_room(fd_, lines, kLastLinePatience);
}

void Progress::advance(const Totals& totals) {
  const std::lock_guard lock(mutex_);
  totals_ = totals;
  const milliseconds span = elapsed();
  show_progress(live_line(totals, span, room_of_a_line(fd_)), plain_line(totals, span),
                json_progress(totals, span));
}

void Progress::index(const mirror::FillProgress& fill) {
  const std::lock_guard lock(mutex_);
  const std::string line = indexing_line(fill.indexed, fill.papers);
  show_progress(fitted(line), line, json_indexing(fill.indexed, fill.papers, elapsed()));
}

void Progress::warn(const std::string& text) {
  const std::lock_guard lock(mutex_);
  clear_live_line();
  log_.warning(text);
}

void Progress::wait(const std::string& why, milliseconds pause) {
  const std::lock_guard lock(mutex_);
  clear_live_line();
  log_.warning(why + " Asking again in " + span_text(pause) + ".");
  const std::string line = wait_line(why, base::wall_now() + pause);
  sink_(line);
  if (style_ == Style::kLive) show_live(fitted(line));
  last_live_.reset();  // what comes next is shown at once
}

void Progress::finish(std::string_view outcome, const Totals& totals) {
  const std::lock_guard lock(mutex_);
  totals_ = totals;
  sink_(summary_line(outcome, totals, elapsed()));
  if (style_ == Style::kJson)
    print(json_end(outcome, totals, elapsed(), "", ""), kLastLinePatience);
  if (style_ == Style::kLive || style_ == Style::kPlain) {
    print(summary_line(outcome, totals, elapsed()), kLastLinePatience);
  }
}

void Progress::fail(std::string_view outcome, std::string_view error, std::string_view reason) {
  const std::lock_guard lock(mutex_);
  clear_live_line();
  sink_(std::string(error));
  if (style_ == Style::kJson) {
    print(json_end(outcome, totals_, elapsed(), error, reason), kLastLinePatience);
  }
}

}  // namespace harvest

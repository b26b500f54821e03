#pragma once

/// Shows a run to people or programs (contract 11.8, decision 47).

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/fault.h"
#include "common/base/log.h"
#include "harvestd/run/progress_text.h"
#include "harvestd/writer/first_fill.h"

namespace harvest {

enum class Style {
  kLive,   ///< one line of a terminal, rewritten
  kPlain,  ///< whole lines, at most one every 10 s, and a summary
  kJson,   ///< the same as JSON objects
  kQuiet,  ///< nothing
};

/// The style for `fd`, an open output.
Style style_for(int fd, bool quiet, bool json);

/// Writes to `fd`; warnings go to the log, with the live line out of their way. Nobody has to read
/// what is written: a line for which there is no room is dropped, the last one after a second. Any
/// thread may call.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  /// Also told what is announced, the plain line as often as one is due, and how it ended; for the
  /// service manager.
  using StatusSink = std::function<void(const std::string&)>;

  /// `fd` and `log` are the caller's and outlive this object. `line_prefix` stands before each
  /// whole line (base::journal_prefix). Elapsed time counts from here.
  Progress(Style style, int fd, const base::Log& log, StatusSink sink,
           std::string_view line_prefix = "");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What the run waits for, before there is anything to count.
  void announce(const std::string& text);
  /// What a long command is at: on a live line and for the service manager; otherwise a line, at
  /// most one every 10 s.
  void step(const std::string& text);
  /// What a command was asked for: whole lines of text or JSON, in every style. False when they
  /// could not be written, or not all of them.
  bool report(const std::string& lines);
  void advance(const Totals& totals);
  /// The first fill has indexed some more papers; shown as advance() shows.
  void index(const mirror::FillProgress& fill);
  void warn(const std::string& text);
  /// The run waits for `pause` and then asks again; `why` is a sentence.
  void wait(const std::string& why, milliseconds pause);

  /// The end of a run that did what it could: `outcome` is drained or partial.
  void finish(std::string_view outcome, const Totals& totals);
  /// The end of one that did not: `outcome` is failed or skipped. The totals are those last shown.
  void fail(std::string_view outcome, std::string_view error, std::string_view reason);

 private:
  milliseconds elapsed() const;
  void clear_live_line();
  /// As much of `text` as a line of the output has room for.
  std::string fitted(std::string_view text) const;
  void show_live(const std::string& line);
  void print(const std::string& line, milliseconds patience = milliseconds(0));
  void show_progress(const std::string& live, const std::string& plain, const std::string& json);

  const Style style_;
  const int fd_;
  const base::Log& log_;
  const StatusSink sink_;
  const std::string line_prefix_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::optional<Clock::time_point> last_line_;
  std::optional<Clock::time_point> last_live_;
  bool live_shown_ = false;
  Totals totals_;
};

}  // namespace harvest

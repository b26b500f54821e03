#pragma once

/// Child programs of black-box tests. A wait that passes its deadline throws std::runtime_error
/// holding what the child wrote to stderr, so a failing test says why.

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "common/base/deadline.h"

namespace testing {

/// How long a test waits for a child unless it says otherwise: far beyond what is normal, so that
/// only a hang reaches it.
inline base::Deadline patience() {
  return base::Deadline::after(std::chrono::seconds(20));
}

/// The path of one of this build's programs: `program("mcpd")`.
std::string program(std::string_view name);

struct Command {
  std::vector<std::string> arguments;  ///< the program's path first
  /// Set over the test's own environment, of which ARXIV_* variables are not passed on. Unless it
  /// is set here, XDG_RUNTIME_DIR is a folder of the test program's.
  std::map<std::string, std::string> environment = {};
  std::string working_directory = {};  ///< empty: the test's own
};

/// How a child ended.
struct ProcessResult {
  int status = 0;  ///< exit status, or 128 + signal number
  std::string out;
  std::string err;
  long peak_resident_kib = 0;
};

/// A running child with pipes on its three streams. Its output is read all the time by a thread of
/// this object, so it never blocks on a full pipe. Use from one thread. The destructor kills and
/// reaps a child that still runs.
class Process {
 public:
  explicit Process(const Command& command);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const;

  /// Writes all of `text` to the child's stdin. False when the child has closed it.
  bool write(std::string_view text, base::Deadline deadline = patience());
  void close_stdin();

  /// The next line of stdout without its line feed; what precedes the end of file counts as one.
  /// Nothing at the end of file.
  std::optional<std::string> read_line(base::Deadline deadline = patience());
  /// Waits until stderr holds `text` (anywhere). False when it was closed without.
  bool wait_for_stderr(std::string_view text, base::Deadline deadline = patience());
  /// What stderr received so far.
  std::string stderr_text() const;

  void send_signal(int signal);
  /// Waits for the child to end; its status as in ProcessResult, nothing at the deadline.
  std::optional<int> wait(base::Deadline deadline = patience());
  /// Closes stdin, waits for the end of the child and of its output, and returns both; `out` holds
  /// what read_line has not taken.
  ProcessResult finish(base::Deadline deadline = patience());

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Runs `command` to its end with `input` on stdin.
ProcessResult run(const Command& command, std::string_view input = "",
                  base::Deadline deadline = patience());

}  // namespace testing

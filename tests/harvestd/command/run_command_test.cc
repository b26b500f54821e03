#include "harvestd/command/run_command.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <new>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/deadline.h"
#include "common/base/unique_fd.h"
#include "common/mirror/sqlite.h"
#include "tests/support/temp_dir.h"

namespace {

using base::ExitCode;
using harvest::CommandContext;
using Run = ExitCode (*)(const CommandContext&);

struct Ended {
  ExitCode code;
  std::string out;
  std::string err;
};

/// A command in a process of its own: run_command keeps signals and writes to standard output.
Ended ended(Run run, const std::string& out = "") {
  const testing::TempDir folder;
  const std::array<std::string, 2> paths = {out.empty() ? folder / "out" : out, folder / "err"};
  const pid_t child = ::fork();
  if (child == 0) {
    for (int stream : {0, 1}) {
      const char* path = paths[static_cast<std::size_t>(stream)].c_str();
      ::dup2(::open(path, O_WRONLY | O_CREAT | O_APPEND, 0600), stream + 1);
    }
    const harvest::Command command = {"test", "", {}, run};
    harvest::Options options;
    options.json = true;
    ::_exit(base::status(harvest::run_command(command, base::Settings(), options, "")));
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return {static_cast<ExitCode>(WEXITSTATUS(status)),
          out.empty() ? testing::read_file(paths[0]) : "", testing::read_file(paths[1])};
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

template <int kSignal>
ExitCode broken_off_by(const CommandContext& context) {
  ::kill(::getpid(), kSignal);
  base::wait_until(base::Deadline::never(), context.stop);
  throw mirror::SqliteFault(SQLITE_INTERRUPT, "interrupted");
}

TEST_CASE("a statement that a signal broke off is a command stopped by it") {
  const Ended terminated = ended(broken_off_by<SIGTERM>);
  CHECK(terminated.code == ExitCode::kTerminated);
  CHECK(terminated.err == "harvestd: Stopped by a signal; the next run goes on.\n");
  CHECK(ended(broken_off_by<SIGINT>).code == ExitCode::kInterrupted);
  const Ended unasked = ended([](const CommandContext&) -> ExitCode {
    throw mirror::SqliteFault(SQLITE_INTERRUPT, "interrupted");
  });
  CHECK(unasked.code == ExitCode::kIo);
}

TEST_CASE("whatever ends a command, the last line of JSON says so") {
  const Ended fault = ended([](const CommandContext&) -> ExitCode {
    throw base::Fault(base::Code::kConflict, "mirror_busy", "Another one.");
  });
  CHECK(fault.code == ExitCode::kBusy);
  CHECK(holds(fault.out, R"("outcome":"skipped")"));
  CHECK(holds(fault.err, "skipped: Another one."));
  const Ended memory = ended([](const CommandContext&) -> ExitCode { throw std::bad_alloc(); });
  CHECK(memory.code == ExitCode::kInternal);
  CHECK(holds(memory.out, R"("event":"end")"));
  CHECK(holds(memory.out, R"("outcome":"failed")"));
  CHECK(holds(memory.err, "harvestd: Memory has run out.\n"));
}

TEST_CASE("a report that cannot be written is a failure") {
  const Run reports = [](const CommandContext& context) {
    harvest::tell(context, "all is well\n");
    return ExitCode::kOk;
  };
  const Ended shown = ended(reports);
  CHECK(shown.code == ExitCode::kOk);
  CHECK(shown.out == "all is well\n");
  const Ended lost = ended(reports, "/dev/full");
  CHECK(lost.code == ExitCode::kIo);
  CHECK(holds(lost.err, "its report could not be written"));
}

}  // namespace

#include "tests/support/process.h"

#include <chrono>
#include <csignal>
#include <stdexcept>

#include <doctest/doctest.h>

#include "tests/support/temp_dir.h"

using base::Deadline;
using std::chrono::milliseconds;
using testing::Command;
using testing::Process;
using testing::run;

namespace {

Command shell(const std::string& script) {
  return {{"/bin/sh", "-c", script}};
}

}  // namespace

TEST_CASE("a child's end is told whole") {
  const auto result = run(shell("cat; echo out; echo err >&2; exit 3"), "in\n");
  CHECK(result.status == 3);
  CHECK(result.out == "in\nout\n");
  CHECK(result.err == "err\n");
  CHECK(result.peak_resident_kib > 0);
  CHECK(run(shell("kill -TERM $$")).status == 128 + SIGTERM);
  CHECK_THROWS(run({{"/nonexistent/program"}}));
}

TEST_CASE("more than a pipe holds passes both ways") {
  const std::string megabyte(1 << 20, 'x');
  CHECK(run(shell("cat"), megabyte).out == megabyte);
}

TEST_CASE("lines come as they are written, and the last may be open") {
  Process child(shell("read a; echo \"got $a\"; read b; printf \"end $b\""));
  CHECK(child.write("1\n"));
  CHECK(child.read_line() == "got 1");
  CHECK(child.write("2\n"));
  CHECK(child.read_line() == "end 2");
  CHECK_FALSE(child.read_line());
  CHECK(child.wait() == 0);
  CHECK_FALSE(child.write("3\n"));
}

TEST_CASE("a wait ends at its deadline and says what the child complained of") {
  Process child(shell("echo trouble >&2; read a"));
  CHECK(child.wait_for_stderr("trouble"));
  CHECK_FALSE(child.wait(Deadline::after(milliseconds(20))));
  try {
    child.read_line(Deadline::after(milliseconds(20)));
    FAIL("no deadline");
  } catch (const std::runtime_error& error) {
    CHECK(std::string(error.what()).find("trouble") != std::string::npos);
  }
  child.send_signal(SIGKILL);
  CHECK(child.wait() == 128 + SIGKILL);
  CHECK_FALSE(child.wait_for_stderr("something else"));
}

TEST_CASE("the environment and the folder are the command's") {
  const testing::TempDir dir;
  ::setenv("ARXIV_CONTACT", "tester", 1);
  Command command = shell("echo \"$ARXIV_CONTACT|$ARXIV_PROXY|$HOME\"; pwd -P");
  command.environment = {{"ARXIV_PROXY", "http://p"}, {"HOME", "/h"}};
  command.working_directory = dir.path();
  CHECK(run(command).out ==
        "|http://p|/h\n" + std::filesystem::canonical(dir.path()).string() + "\n");
}

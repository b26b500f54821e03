#include "mcpd/rpc/output.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include <doctest/doctest.h>

namespace {

using base::UniqueFd;
using rpc::Output;

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// What is in the pipe now.
std::string drain(int fd) {
  ::fcntl(fd, F_SETFL, O_NONBLOCK);
  std::string text;
  std::array<char, 65536> buffer{};
  for (ssize_t size = 0; (size = ::read(fd, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(size));
  return text;
}

TEST_CASE("lines are written in order, each with its end") {
  Pipe pipe = make_pipe();
  Output output(std::move(pipe.write));
  CHECK(output.empty());
  output.push("one");
  output.push("two");
  CHECK(output.bytes() == 8);
  CHECK(output.write_some());
  CHECK(output.empty());
  CHECK(output.bytes() == 0);
  CHECK(drain(pipe.read.get()) == "one\ntwo\n");
}

TEST_CASE("a reader that does not read never blocks the writer") {
  Pipe pipe = make_pipe();
  Output output(std::move(pipe.write));
  std::string sent;
  for (int i = 0; i < 100; ++i) {
    const std::string line(5000 + static_cast<std::size_t>(i), static_cast<char>('a' + i % 26));
    sent += line + "\n";
    output.push(line);
  }
  std::string received;
  while (!output.empty()) {
    const std::size_t before = output.bytes();
    CHECK(output.write_some());
    CHECK(output.bytes() < before);  // the pipe was empty
    received += drain(pipe.read.get());
  }
  CHECK(received == sent);
}

TEST_CASE("a withdrawn line is left out unless it has begun") {
  Pipe pipe = make_pipe();
  Output output(std::move(pipe.write));
  std::stop_source begun;
  std::stop_source waiting;
  const std::string large(1UL << 20, 'x');
  output.push(large, begun.get_token());
  output.push("withdrawn", waiting.get_token());
  output.push("last");
  CHECK(output.write_some());
  CHECK(!output.empty());
  begun.request_stop();
  waiting.request_stop();
  std::string received;
  while (!output.empty()) {
    received += drain(pipe.read.get());
    CHECK(output.write_some());
  }
  received += drain(pipe.read.get());
  CHECK(received == large + "\nlast\n");
  CHECK(output.bytes() == 0);
}

TEST_CASE("nobody reads any more") {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe = make_pipe();
  Output output(std::move(pipe.write));
  pipe.read.reset();
  CHECK(output.write_some());
  output.push("line");
  CHECK(!output.write_some());
}

}  // namespace

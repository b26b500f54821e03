#include "mcpd/mcp/mailbox.h"

#include <poll.h>
#include <thread>

#include <doctest/doctest.h>

#include "tests/support/process.h"

namespace {

using mcp::Event;
using mcp::Mailbox;

Event event(std::uint64_t call, std::size_t size) {
  return {call, Event::kProgress, std::string(size, 'x')};
}

bool readable(const Mailbox& mailbox, int milliseconds = 0) {
  pollfd entry{mailbox.fd(), POLLIN, 0};
  return ::poll(&entry, 1, milliseconds) == 1;
}

TEST_CASE("events come out in order, and the descriptor tells of them") {
  Mailbox mailbox(100);
  CHECK(!readable(mailbox));
  CHECK(mailbox.post(event(1, 5), {}));
  CHECK(mailbox.post(event(2, 5), {}));
  CHECK(readable(mailbox));
  const auto events = mailbox.take();
  REQUIRE(events.size() == 2);
  CHECK(events[0].call == 1);
  CHECK(events[1].call == 2);
  CHECK(!readable(mailbox));
  CHECK(mailbox.take().empty());
}

TEST_CASE("a full mailbox makes a worker wait until the transport has sent") {
  Mailbox mailbox(10);
  CHECK(mailbox.post(event(1, 50), {}));  // one may pass the bound
  std::jthread worker([&](const std::stop_token& stop) { mailbox.post(event(2, 5), stop); });
  CHECK(mailbox.take().size() == 1);
  // Taken is not sent: the transport now holds the bytes.
  mailbox.set_backlog(50);
  CHECK(!readable(mailbox, 20));
  mailbox.set_backlog(9);
  CHECK(readable(mailbox, 20000));
  CHECK(mailbox.take().size() == 1);
}

TEST_CASE("a worker whose call is cancelled does not wait, and posts nothing") {
  Mailbox mailbox(10);
  CHECK(mailbox.post(event(1, 50), {}));
  std::stop_source stop;
  bool posted = true;
  std::jthread worker([&] { posted = mailbox.post(event(2, 5), stop.get_token()); });
  stop.request_stop();
  worker.join();
  CHECK(!posted);
  CHECK(mailbox.take().size() == 1);
  mailbox.set_backlog(0);
  CHECK(!mailbox.post(event(3, 5), stop.get_token()));
  CHECK(mailbox.take().empty());
}

}  // namespace

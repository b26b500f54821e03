#include "mcpd/mcp/serve.h"

#include <array>
#include <cerrno>
#include <climits>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "common/base/deadline.h"
#include "common/base/exit_codes.h"
#include "common/base/signals.h"
#include "mcpd/mcp/server.h"
#include "mcpd/rpc/line_reader.h"
#include "mcpd/rpc/output.h"

namespace mcp {
namespace {

constexpr std::size_t kReadAtOnce = 64UL << 10;
/// Unsent bytes at which nothing more is read: only a client that floods and never reads gets here,
/// for workers wait long before.
constexpr std::size_t kUnreadLimit = 32UL << 20;

/// The loop's life: while it reads; while calls may still finish; while the last lines go out.
class Loop {
 public:
  Loop(StandardStreams streams, const Registry& registry, const base::Log& log,
       const ServeSettings& settings)
      : input_(std::move(streams.input)),
        output_(std::move(streams.output)),
        signals_(base::open_ending_signals()),
        settings_(settings),
        server_(
            registry, log,
            [this](std::string line, std::stop_token withdrawn) {
              output_.push(std::move(line), std::move(withdrawn));
            },
            limits(settings)) {}

  /// True when every handler has returned.
  bool run() {
    while (reading_ && connected_)
      turn(base::Deadline::never());
    const auto drained = base::Deadline::after(settings_.drain);
    while (connected_ && !(server_.idle() && output_.empty()) && !drained.expired())
      turn(drained);
    server_.close();
    const auto ended = base::Deadline::after(settings_.grace);
    while (connected_ && !output_.empty() && !ended.expired())
      turn(ended);
    return server_.wait_for_workers(ended);
  }

 private:
  static ServerLimits limits(const ServeSettings& settings) {
    ServerLimits limits;
    limits.workers = settings.workers;
    return limits;
  }

  /// Waits for one of the descriptors and serves all that are ready.
  void turn(base::Deadline deadline) {
    enum { kInput, kOutput, kWake, kSignals };
    const bool readable = reading_ && output_.bytes() < kUnreadLimit;
    std::array<pollfd, 4> fds = {{
        {reading_ ? input_.get() : -1, static_cast<short>(readable ? POLLIN : 0), 0},
        {output_.fd(), static_cast<short>(output_.empty() ? 0 : POLLOUT), 0},
        {server_.wake_fd(), POLLIN, 0},
        {signals_.get(), POLLIN, 0},
    }};
    if (::poll(fds.data(), fds.size(), timeout(deadline)) < 0) return;
    if (fds[kSignals].revents != 0) take_signal();
    if (fds[kInput].revents != 0) read_input();
    if (fds[kWake].revents != 0) server_.settle();
    if ((fds[kOutput].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) connected_ = false;
    if (connected_ && !output_.empty()) connected_ = output_.write_some();
    server_.set_backlog(output_.bytes());
  }

  static int timeout(base::Deadline deadline) {
    return deadline.is_never() ? -1 : static_cast<int>(deadline.remaining().count());
  }

  void take_signal() {
    signalfd_siginfo signal{};
    if (::read(signals_.get(), &signal, sizeof signal) > 0) reading_ = false;
  }

  void read_input() {
    std::array<char, kReadAtOnce> buffer;
    const ssize_t size = ::read(input_.get(), buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (size <= 0) {
      reading_ = false;
      return;
    }
    rpc::Lines lines = reader_.feed({buffer.data(), static_cast<std::size_t>(size)});
    for (std::string& line : lines.lines)
      server_.receive(std::move(line));
    if (lines.too_long > 0) server_.ignore("a line over the size limit");
  }

  base::UniqueFd input_;
  rpc::Output output_;
  base::UniqueFd signals_;
  const ServeSettings& settings_;
  rpc::LineReader reader_;
  bool reading_ = true;
  bool connected_ = true;
  Server server_;
};

}  // namespace

int serve_stdio(StandardStreams streams, const Registry& registry, const base::Log& log,
                const ServeSettings& settings) {
  Loop loop(std::move(streams), registry, log, settings);
  const bool all_returned = loop.run();
  if (settings.at_end) settings.at_end();
  if (!all_returned) {
    log.notice("a call did not end in time; the process ends without it");
    ::_exit(base::status(base::ExitCode::kOk));
  }
  return base::status(base::ExitCode::kOk);
}

}  // namespace mcp

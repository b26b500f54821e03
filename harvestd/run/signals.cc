#include "harvestd/run/signals.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

#include "common/base/signals.h"

namespace harvest {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

base::UniqueFd block_signals() {
  base::block_ending_signals();
  return base::open_ending_signals();
}

}  // namespace

SignalWatch::SignalWatch() : signals_(block_signals()), quit_(::eventfd(0, EFD_CLOEXEC)) {
  if (!quit_) fail("eventfd");
  thread_ = std::thread([this] { watch(); });
}

SignalWatch::~SignalWatch() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(quit_.get(), &one, sizeof one);
  thread_.join();
}

void SignalWatch::watch() {
  std::array<pollfd, 2> entries{{{signals_.get(), POLLIN, 0}, {quit_.get(), POLLIN, 0}}};
  while (::poll(entries.data(), entries.size(), -1) < 0) {
  }
  signalfd_siginfo info{};
  if (entries[0].revents == 0 || ::read(signals_.get(), &info, sizeof info) != sizeof info) return;
  received_ = static_cast<int>(info.ssi_signo);
  source_.request_stop();
}

}  // namespace harvest

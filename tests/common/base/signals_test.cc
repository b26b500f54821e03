#include "common/base/signals.h"

#include <csignal>
#include <sys/signalfd.h>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>

namespace {

/// The next signal that can be read, or 0.
int take(const base::UniqueFd& signals) {
  signalfd_siginfo info{};
  return ::read(signals.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo)
                                                                  : 0;
}

TEST_CASE("both signals are read instead of ending the program, others are not touched") {
  // In a thread, so that the other tests keep their signals.
  std::thread([] {
    base::block_ending_signals();
    const base::UniqueFd signals = base::open_ending_signals();
    CHECK(take(signals) == 0);
    for (const int signal : {SIGTERM, SIGINT}) {
      ::pthread_kill(::pthread_self(), signal);
      CHECK(take(signals) == signal);
      CHECK(take(signals) == 0);
    }
    sigset_t blocked;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    CHECK(sigismember(&blocked, SIGQUIT) == 0);
  }).join();
}

}  // namespace

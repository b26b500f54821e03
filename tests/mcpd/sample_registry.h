#pragma once

/// A small surface with one of everything, for tests of the protocol.

#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "common/base/deadline.h"
#include "mcpd/mcp/registry.h"
#include "tests/support/process.h"

namespace testing {

/// Tells a test how many calls of the tool `slow` have begun and ended, and lets them end.
class Gate {
 public:
  void open();
  /// False when it did not happen in time.
  bool wait_begun(std::size_t count, base::Deadline deadline = patience());
  bool wait_ended(std::size_t count, base::Deadline deadline = patience());

  /// For the tool: waits until the gate opens or `stop` fires; false in the second case.
  bool pass(const std::stop_token& stop);

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t begun_ = 0;
  std::size_t ended_ = 0;
  bool open_ = false;
};

/// Tools:
///   echo {text, times, tags, limit, loud}: its arguments, as it got them
///   slow {ms}: ends after `ms`, or when `gate` (if any) opens; progress 0 before; ends when
///   stopped fail {kind}: throws what `kind` names large {bytes}: that many bytes of text chatty
///   {}: a log record of each level, progress 1, 2, 2, 1, 3 stubborn {}: never returns
/// Resources: test://about, test://broken, test://busy, test://large.
/// Template: test://item/{itemId}; the item `none` does not exist.
mcp::Registry sample_registry(Gate* gate = nullptr);

}  // namespace testing

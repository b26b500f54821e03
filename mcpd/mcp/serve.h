#pragma once

/// Serves a Registry over stdin and stdout. A program's main does, in this order: command line and
/// settings (their messages may use the real stdout), StandardStreams::claim, everything that
/// starts threads or libraries, serve_stdio.

#include <chrono>
#include <cstddef>
#include <functional>

#include "common/base/log.h"
#include "common/base/unique_fd.h"
#include "mcpd/mcp/registry.h"

namespace mcp {

/// The process's standard streams, taken for the protocol (decision 16). Movable; holds private,
/// close-on-exec copies of stdin and stdout.
struct StandardStreams {
  base::UniqueFd input;
  base::UniqueFd output;

  /// From here on fd 0 reads nothing and fd 1 goes where fd 2 goes, so neither a library nor a
  /// child process can take a message or print one. A standard stream that was closed becomes
  /// /dev/null. SIGPIPE is ignored; SIGTERM and SIGINT are blocked and wait for serve_stdio, so
  /// one that comes during start-up ends the session in the ordinary way. Before this call they
  /// end the process, which holds nothing yet.
  ///
  /// Call while the process has one thread: threads inherit the blocked signals. So do child
  /// processes: whoever starts one restores its signal mask and SIGPIPE (posix_spawnattr_setsigmask
  /// and _setsigdefault). Throws std::system_error when a descriptor cannot be had.
  static StandardStreams claim();
};

struct ServeSettings {
  /// Calls that run side by side; the others wait their turn. Threads start when first needed. As
  /// many as there may be calls, so that one the mirror can answer never waits behind those that
  /// wait for the network.
  std::size_t workers = 1024;
  /// After the end of stdin or a signal: how long calls may still finish and be answered, and how
  /// long the cancelled rest may take to return (decision 15). Together below a second.
  std::chrono::milliseconds drain{500};
  std::chrono::milliseconds grace{300};
  /// Called once on the loop's thread when the session is over and nothing more is written, also
  /// when the process then ends at once. Must not wait.
  std::function<void()> at_end;
};

/// Answers requests until stdin ends, SIGTERM or SIGINT comes or the client closes stdout; returns
/// the process's exit status, 0 in all these cases. The registry, the log and what handlers use
/// have to outlive the call. Every handler runs on a pool thread and has returned when this
/// returns; should one ignore its stop token beyond the grace time, the process ends here (exit
/// status 0) without running destructors. The caller should likewise return from main at once. The
/// log is best a lossy one: the loop waits for who reads stderr as little as for who calls.
int serve_stdio(StandardStreams streams, const Registry& registry, const base::Log& log,
                const ServeSettings& settings = {});

}  // namespace mcp

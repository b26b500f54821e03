#pragma once

/// Sessions written down as text, one file for each part of the protocol:
///
///     = what the case shows
///     open 2025-06-18             initialize and notifications/initialized, not shown
///     > a line of the client
///     %> the same with %XX for bytes that a text file cannot hold
///     < a pattern (pattern.h) of a line of the server, each in its turn
///
/// $J stands for the jsonrpc member, $M for the `_meta` of a modern request. A line of the client
/// with no pattern behind it is met by silence: the case ends with a ping, and its answer has to be
/// the next line. Lines that begin with # and empty ones are left out.

#include <string>
#include <string_view>
#include <vector>

namespace testing {

struct Exchange {
  std::string input;
  std::vector<std::string> patterns;
};

struct Transcript {
  std::string name;
  std::string revision;  ///< to open a session with; empty for none
  std::vector<Exchange> exchanges;
};

/// The cases in the file at `path`. Throws std::runtime_error for a line it cannot read.
std::vector<Transcript> read_transcripts(const std::string& path);

/// Plays `transcript` to a fresh server over the sample registry. What went otherwise, or nothing.
std::string play(const Transcript& transcript);

}  // namespace testing

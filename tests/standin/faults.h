#pragma once

/// Scripted misbehaviour. A rule is a list of parts separated by `;`: which requests it meets, what
/// it answers instead, and how the answer is delivered.
///
///   path=PREFIX        requests whose path and query begin so (default: every request)
///   contains=TEXT      and hold this text, compared with the request as it came
///   skip=N             let the first N of them pass (default 0)
///   count=N            meet N of them (default: all that follow)
///   nth=N              the Nth alone: skip=N-1;count=1
///
///   status=N           answer with this status and a short text
///   retry-after=TEXT   and this Retry-After
///   location=TEXT      and this Location
///   body=FILE          answer with the bytes of FILE
///   type=TEXT          of this Content-Type (default text/xml)
///   garbage            answer 200 with bytes that are neither XML nor text
///   rate-exceeded      answer 200, text/plain, `Rate exceeded.`
///
///   stall-before-headers   answer nothing until released
///   stall-after-headers    send the headers, then nothing until released
///   close                  close the connection without an answer
///   drop                   close it in the middle of the body
///   truncate               send a complete answer whose body is cut in the middle
///   drip=N                 send the body at N bytes a second
///   at=N                   the middle is byte N (default: half the body; 0 for a stall)
///
/// Examples: `path=/oai;nth=3;status=503;retry-after=1`, `path=/api;stall-before-headers`,
/// `contains=resumptionToken;count=1;drop`, `status=404;stall-after-headers`.

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/standin/answer.h"

namespace standin {

enum class Manner {
  kWhole,
  kStallBeforeHeaders,
  kStallAfterHeaders,
  kClose,
  kDrop,
  kTruncate,
  kDrip,
};

/// How an answer reaches the client.
struct Delivery {
  Manner manner = Manner::kWhole;
  std::optional<std::size_t> at;
  std::size_t bytes_per_second = 0;

  /// The byte of a body of `size` where the manner takes effect.
  std::size_t position(std::size_t size) const;
};

struct FaultRule {
  std::string path;
  std::string contains;
  std::size_t skip = 0;
  std::optional<std::size_t> count;

  std::optional<int> status;
  std::optional<std::string> body;
  std::string content_type = "text/xml";
  std::string retry_after;
  std::string location;

  Delivery delivery;

  bool meets(std::string_view target) const;
  /// Whether the rule answers in the service's place.
  bool replaces() const { return status || body; }
  /// The answer in the service's place.
  Answer replacement() const;
};

/// Reads a rule; a body's file is read at once. Throws Fault kInvalidParams naming the part that is
/// not understood.
FaultRule parse_fault_rule(std::string_view text);

/// The rules in force. Any thread may call.
class FaultBook {
 public:
  void add(FaultRule rule);
  void clear();
  /// The first rule that meets `target` and is due; counts it.
  std::optional<FaultRule> next(std::string_view target);

 private:
  struct Entry {
    FaultRule rule;
    std::size_t seen = 0;
  };
  std::mutex mutex_;
  std::vector<Entry> entries_;
};

/// The grammar above, for --help.
std::string_view fault_grammar();

}  // namespace standin

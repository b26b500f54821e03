#pragma once

/// One HTTP GET at a time, bounded in every direction. The rest of the programs never see libcurl.

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/deadline.h"

namespace http {

/// What identifies and routes all requests of a program.
struct ClientOptions {
  std::string user_agent;
  std::string proxy;    ///< empty: libcurl's own environment variables apply
  std::string ca_file;  ///< empty: the system's certificates
};

/// `arxiv-mirror/0.1.0 (+contact)`, or the name and version alone when `contact` is empty.
std::string user_agent(std::string_view contact);

struct Request {
  std::string url;
  std::string accept;
  std::chrono::milliseconds timeout{};  ///< for the whole exchange, the body included
  std::size_t max_body_bytes = 0;       ///< decoded bytes; one more is a failure
  bool follow_redirects = true;         ///< at most 5, to http and https alone
  /// Statuses that say all: the body of such an answer is waited for half a second at most, and one
  /// that does not come whole is taken as far as it came.
  std::vector<long> settled_by_status = {};
  /// The host is never sent the request twice, not even when a kept connection turns out to be
  /// closed: for a caller who has to keep pauses between requests.
  bool send_once = false;
  /// What messages call the host, for one whose address is nobody's concern; empty: as its address
  /// does.
  std::string host_name = {};
};

struct Response {
  long status = 0;
  std::string content_type;   ///< lower case, with its parameters
  std::string retry_after;    ///< the header's raw text, or empty
  std::string effective_url;  ///< after redirects
  std::string body;
};

/// Safe to use from several threads at once; each call drives its own connection set. libcurl is
/// started by the first request.
class Client {
 public:
  explicit Client(ClientOptions options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Sends one GET and returns the answer whatever its status. A connection kept from an earlier
  /// call that the server closes without a byte is replaced once, unseen, unless the request is to
  /// be sent once. Throws Fault:
  ///   kTimeout            the request's timeout or `deadline` passed, also inside the body;
  ///   kCancelled          `stop` was requested: the connection is dropped at once;
  ///   kServiceUnavailable the connection failed or broke;
  ///   kSerialization      the body passed max_body_bytes, or a redirect leads in circles or away
  ///                       from the web;
  ///   kConfiguration      the address is malformed or not of the web.
  /// Messages name the host, never a whole address. When the status line had arrived, the data
  /// holds `status`, and a 4xx is marked not retryable (contract 11.3).
  Response get(const Request& request, base::Deadline deadline, const std::stop_token& stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The host of an address, for messages.
std::string host_of(std::string_view url);

/// `url` without the `user:password@` before its host, to be shown.
std::string without_credentials(std::string_view url);

/// `text` encoded as a URL component: letters, digits and `-_.!~*'()` stay.
std::string encode_component(std::string_view text);

/// `text` encoded as a form value: as above, but a blank is `+` and `!~'()` are escaped.
std::string encode_form(std::string_view text);

/// Retry-After as a span: whole seconds, or an HTTP date after `now`. Nothing when it is neither.
std::optional<std::chrono::milliseconds> parse_retry_after(std::string_view header,
                                                           std::chrono::sys_seconds now);

/// The pause before attempt `attempt` (1 = first retry): `base` doubled per attempt, plus or minus
/// a quarter by `jitter` in [0, 1), never over `cap`. A Retry-After replaces it when given, cap and
/// all: whether it is worth the wait is the caller's decision.
std::chrono::milliseconds retry_delay(int attempt, std::chrono::milliseconds base,
                                      std::chrono::milliseconds cap, double jitter,
                                      std::optional<std::chrono::milliseconds> retry_after);

}  // namespace http

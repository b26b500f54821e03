#include "common/http/transfer.h"

#include <algorithm>
#include <new>

#include "common/base/fault.h"
#include "common/base/text.h"

namespace http {
namespace {

using base::Code;
using base::Fault;
using std::chrono::milliseconds;

constexpr long kRedirectLimit = 5;
constexpr long kBufferBytes = 128L << 10;
constexpr const char* kProtocols = "http,https";
constexpr milliseconds kSettledBodyWait(500);

/// The body as it grows, and whether it passed its bound.
struct Sink {
  std::string body;
  std::size_t limit = 0;
  bool overflowed = false;
};

std::size_t receive(char* data, std::size_t size, std::size_t count, void* user) {
  auto* sink = static_cast<Sink*>(user);
  const std::size_t bytes = size * count;
  if (bytes > sink->limit - sink->body.size()) {
    sink->overflowed = true;
    return 0;
  }
  try {
    sink->body.append(data, bytes);
  } catch (const std::bad_alloc&) {
    return 0;  // no exception may cross libcurl
  }
  return bytes;
}

/// What libcurl is about to send, on whatever connection: the request, or it again to where an
/// answer redirected it.
struct Sendings {
  CURL* easy;
  long begun = 0;
};

int permit_first(void* user, char*, char*, int, int) {
  auto* sendings = static_cast<Sendings*>(user);
  long redirects = 0;
  curl_library().easy_getinfo(sendings->easy, CURLINFO_REDIRECT_COUNT, &redirects);
  return ++sendings->begun > redirects + 1 ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

/// Why an exchange broke, said of the host.
struct Breakage {
  CURLcode code;
  std::string_view text;
};
constexpr Breakage kBreakages[] = {
    {CURLE_COULDNT_RESOLVE_HOST, "its name could not be resolved"},
    {CURLE_COULDNT_RESOLVE_PROXY, "the proxy's name could not be resolved"},
    {CURLE_COULDNT_CONNECT, "the connection was refused or failed"},
    {CURLE_OPERATION_TIMEDOUT, "the connection could not be made in time"},
    {CURLE_SSL_CONNECT_ERROR, "the TLS handshake failed"},
    {CURLE_PEER_FAILED_VERIFICATION, "its certificate was not accepted"},
    {CURLE_SSL_CACERT_BADFILE, "the file of certificate authorities cannot be read"},
    {CURLE_GOT_NOTHING, "it closed the connection without an answer"},
    {CURLE_ABORTED_BY_CALLBACK, "it closed the connection without an answer"},
    {CURLE_UNSUPPORTED_PROTOCOL, "it did not answer in HTTP"},
    {CURLE_WEIRD_SERVER_REPLY, "it did not answer in HTTP"},
    {CURLE_BAD_CONTENT_ENCODING, "its answer could not be decompressed"},
};

std::string_view breakage_text(CURLcode code) {
  const auto* const row = std::find_if(std::begin(kBreakages), std::end(kBreakages),
                                       [&](const Breakage& entry) { return entry.code == code; });
  return row != std::end(kBreakages) ? row->text : "the connection broke";
}

template <class Value>
void set(CURL* easy, CURLoption option, Value value) {
  if (curl_library().easy_setopt(easy, option, value) != CURLE_OK) throw std::bad_alloc();
}

std::string text_info(CURL* easy, CURLINFO info) {
  const char* text = nullptr;
  curl_library().easy_getinfo(easy, info, &text);
  return text != nullptr ? text : "";
}

long number_info(CURL* easy, CURLINFO info) {
  long value = 0;
  curl_library().easy_getinfo(easy, info, &value);
  return value;
}

/// Everything about one exchange while it runs.
struct Exchange {
  CURLM* multi;
  CURL* easy;
  const Request& request;
  base::Deadline deadline;
  milliseconds span;
  Sink sink;
  Sendings sendings;
  std::unique_ptr<curl_slist, FreeList> headers;

  Exchange(CURLM* multi_handle, CURL* easy_handle, const Request& asked, base::Deadline caller)
      : multi(multi_handle),
        easy(easy_handle),
        request(asked),
        deadline(caller.earlier_of(base::Deadline::after(asked.timeout))),
        span(deadline.remaining()),
        sink{"", asked.max_body_bytes},
        sendings{easy_handle} {}

  void configure(const ClientOptions& options) {
    curl_library().easy_reset(easy);
    headers.reset(curl_library().slist_append(nullptr, ("Accept: " + request.accept).c_str()));
    if (!headers) throw std::bad_alloc();
    set(easy, CURLOPT_URL, request.url.c_str());
    set(easy, CURLOPT_USERAGENT, options.user_agent.c_str());
    set(easy, CURLOPT_HTTPHEADER, headers.get());
    set(easy, CURLOPT_ACCEPT_ENCODING, "");
    set(easy, CURLOPT_FOLLOWLOCATION, request.follow_redirects ? 1L : 0L);
    set(easy, CURLOPT_MAXREDIRS, kRedirectLimit);
    set(easy, CURLOPT_PROTOCOLS_STR, kProtocols);
    set(easy, CURLOPT_REDIR_PROTOCOLS_STR, kProtocols);
    set(easy, CURLOPT_NOSIGNAL, 1L);
    // A look-up of a name that hangs must not hold up a cancelled call.
    set(easy, CURLOPT_QUICK_EXIT, 1L);
    set(easy, CURLOPT_BUFFERSIZE, kBufferBytes);
    set(easy, CURLOPT_WRITEFUNCTION, &receive);
    set(easy, CURLOPT_WRITEDATA, &sink);
    if (request.send_once) {
      set(easy, CURLOPT_PREREQFUNCTION, &permit_first);
      set(easy, CURLOPT_PREREQDATA, &sendings);
    }
    if (!options.proxy.empty()) set(easy, CURLOPT_PROXY, options.proxy.c_str());
    if (!options.ca_file.empty()) set(easy, CURLOPT_CAINFO, options.ca_file.c_str());
  }

  /// Drives the exchange until it is over, and returns libcurl's verdict.
  CURLcode run(const std::stop_token& stop) const {
    base::Deadline body_end = base::Deadline::never();
    for (;;) {
      if (stop.stop_requested()) throw base::cancelled();
      if (body_end.expired()) return CURLE_OK;
      if (deadline.expired()) throw late();
      int running = 0;
      int queued = 0;
      if (curl_library().multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
      if (const CURLMsg* message = curl_library().multi_info_read(multi, &queued)) {
        return message->data.result;
      }
      if (body_end.is_never() && is_settled()) body_end = base::Deadline::after(kSettledBodyWait);
      const auto left =
          std::min<milliseconds>(deadline.earlier_of(body_end).remaining(), std::chrono::hours(1));
      curl_library().multi_poll(multi, nullptr, 0, static_cast<int>(left.count()), nullptr);
    }
  }

  /// What messages call the host of `address`.
  std::string name_of(const std::string& address) const {
    return request.host_name.empty() ? host_of(address) : request.host_name;
  }

  /// Of the address reached so far; libcurl names none before it has begun.
  std::string host() const {
    const std::string reached = text_info(easy, CURLINFO_EFFECTIVE_URL);
    return name_of(reached.empty() ? request.url : reached);
  }

  /// The final answer's status once its first line has come; 0 before, and on the way there.
  long status() const {
    const long code = number_info(easy, CURLINFO_RESPONSE_CODE);
    const bool passing = code < 200 || (code / 100 == 3 && request.follow_redirects);
    return passing ? 0 : code;
  }

  bool is_settled() const {
    const auto& statuses = request.settled_by_status;
    return std::find(statuses.begin(), statuses.end(), status()) != statuses.end();
  }

  /// Adds what is known of the answer to a fault whose message is `opening` and `ending`.
  Fault incomplete(Code code, std::string message) const {
    const long answered = status();
    if (answered != 0) {
      message = host() + " answered " + std::to_string(answered) + ", but " + message;
    }
    Fault fault(code, "", std::move(message));
    if (answered != 0) fault.with("status", std::int64_t{answered});
    if (answered / 100 == 4) fault.retryable(false);
    return fault;
  }

  Fault late() const {
    const std::string limit = "within " + std::to_string(span.count()) + " ms.";
    return incomplete(Code::kTimeout,
                      status() != 0 ? "the rest did not arrive " + limit
                                    : "The request to " + host() + " did not finish " + limit);
  }

  Fault broken(CURLcode code) const {
    if (sink.overflowed) {
      return incomplete(
          Code::kSerialization,
          "the body is larger than " + std::to_string(request.max_body_bytes) + " bytes.");
    }
    if (code == CURLE_URL_MALFORMAT) {
      return Fault(Code::kConfiguration, "", "An address is malformed.");
    }
    const bool redirected = number_info(easy, CURLINFO_RESPONSE_CODE) / 100 == 3;
    if (redirected && (code == CURLE_TOO_MANY_REDIRECTS || code == CURLE_UNSUPPORTED_PROTOCOL)) {
      return Fault(
          Code::kSerialization, "",
          name_of(request.url) + " redirects too often or to something that is not a web address.");
    }
    const std::string cause(breakage_text(code));
    return incomplete(Code::kServiceUnavailable,
                      status() != 0 ? "the rest is missing: " + cause + "."
                                    : "The request to " + host() + " failed: " + cause + ".");
  }

  Response response() {
    Response result;
    result.status = number_info(easy, CURLINFO_RESPONSE_CODE);
    result.content_type = base::lower(text_info(easy, CURLINFO_CONTENT_TYPE));
    result.effective_url = text_info(easy, CURLINFO_EFFECTIVE_URL);
    curl_header* header = nullptr;
    if (curl_library().easy_header(easy, "Retry-After", 0, CURLH_HEADER, -1, &header) ==
        CURLHE_OK) {
      result.retry_after = base::trim(header->value);
    }
    result.body = std::move(sink.body);
    return result;
  }
};

/// Puts the easy handle into the multi handle for one scope.
class Attached {
 public:
  Attached(CURLM* multi, CURL* easy) : multi_(multi), easy_(easy) {
    if (curl_library().multi_add_handle(multi, easy) != CURLM_OK) throw std::bad_alloc();
  }
  ~Attached() { curl_library().multi_remove_handle(multi_, easy_); }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  CURLM* multi_;
  CURL* easy_;
};

}  // namespace

Connection::Connection() {
  multi_.reset(curl_library().multi_init());
  easy_.reset(curl_library().easy_init());
  if (!multi_ || !easy_) {
    throw Fault(Code::kServiceUnavailable, "", "No further connection can be opened now.");
  }
}

Response Connection::exchange(const ClientOptions& options, const Request& request,
                              base::Deadline deadline, const std::stop_token& stop) {
  Exchange exchange(multi_.get(), easy_.get(), request, deadline);
  exchange.configure(options);
  const Attached attached(multi_.get(), easy_.get());
  const std::stop_callback wake(stop, [this] { curl_library().multi_wakeup(multi_.get()); });
  const CURLcode verdict = exchange.run(stop);
  if (verdict != CURLE_OK && !exchange.is_settled()) throw exchange.broken(verdict);
  return exchange.response();
}

}  // namespace http

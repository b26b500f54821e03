#pragma once

/// libcurl behind the Client: handles that own themselves, and one exchange driven to its end.
/// Private to this library.

#include <memory>

#include "common/http/client.h"
#include "common/http/curl_library.h"

namespace http {

struct FreeEasy {
  void operator()(CURL* handle) const { curl_library().easy_cleanup(handle); }
};
struct FreeMulti {
  void operator()(CURLM* handle) const { curl_library().multi_cleanup(handle); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_library().slist_free_all(list); }
};

/// An easy handle and the multi handle that drives it and keeps its connections open between
/// exchanges. Used by one thread at a time.
class Connection {
 public:
  /// Loads libcurl when this is the process's first. Throws Fault kServiceUnavailable when
  /// memory or descriptors are short.
  Connection();

  /// As Client::get. After a throw the connection must not be used again.
  Response exchange(const ClientOptions& options, const Request& request, base::Deadline deadline,
                    const std::stop_token& stop);

 private:
  std::unique_ptr<CURLM, FreeMulti> multi_;
  std::unique_ptr<CURL, FreeEasy> easy_;
};

}  // namespace http

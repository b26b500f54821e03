#include <chrono>
#include <dlfcn.h>
#include <future>
#include <latch>
#include <netdb.h>
#include <string_view>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/http/client.h"

namespace {

constexpr std::string_view kHangingName = "hanging.invalid";
std::latch look_up_begun(1);
std::latch look_up_may_end(1);

}  // namespace

/// The system's resolver, but for one name whose look-up hangs until the test lets it go.
extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints,
                           addrinfo** result) {
  if (node != nullptr && node == kHangingName) {
    look_up_begun.count_down();
    look_up_may_end.wait();
    return EAI_NONAME;
  }
  using Function = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
  static const auto system = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "getaddrinfo"));
  return system(node, service, hints, result);
}

TEST_CASE("a name server that hangs does not hold up a call that was cancelled") {
  http::Client client({"test/1", "", ""});
  http::Request request;
  request.url = "http://" + std::string(kHangingName) + "/";
  request.timeout = std::chrono::seconds(60);
  std::stop_source source;
  auto call = std::async(std::launch::async, [&] {
    try {
      client.get(request, base::Deadline::never(), source.get_token());
    } catch (const base::Fault& fault) {
      return fault.code();
    }
    return base::Code::kInternalError;
  });
  look_up_begun.wait();
  source.request_stop();
  CHECK(call.wait_for(std::chrono::seconds(5)) == std::future_status::ready);
  look_up_may_end.count_down();
  CHECK(call.get() == base::Code::kCancelled);
}

#include "harvestd/run/service_manager.h"

#include <cstdlib>
#include <dlfcn.h>

#include <systemd/sd-daemon.h>

#include "common/base/utf8.h"

namespace harvest {
namespace {

using Notify = decltype(&::sd_notify);

/// sd_notify of libsystemd, which is loaded only where a manager waits for word: it brings seven
/// more libraries, and a refresh that finds nothing new would spend a good part of its time on
/// them.
Notify find_notify() {
  if (std::getenv("NOTIFY_SOCKET") == nullptr) return nullptr;
  void* const library = ::dlopen("libsystemd.so.0", RTLD_LAZY | RTLD_LOCAL);
  void* const address = library == nullptr ? nullptr : ::dlsym(library, "sd_notify");
  return reinterpret_cast<Notify>(address);
}

// A manager that cannot be told is no reason to stop.
void send(const std::string& message) {
  static const Notify notify = find_notify();
  if (notify != nullptr) notify(0, message.c_str());
}

}  // namespace

std::string service_message(std::string_view status) {
  constexpr std::size_t kLongestStatus = 400;
  return "STATUS=" + base::one_line(status, kLongestStatus) + "\n" +
         wait_message(std::chrono::milliseconds(0));
}

std::string wait_message(std::chrono::milliseconds pause) {
  const std::chrono::microseconds silence = kLongestSilence + pause;
  return "EXTEND_TIMEOUT_USEC=" + std::to_string(silence.count());
}

void tell_service_manager(std::string_view status) {
  send(service_message(status));
}

void tell_service_manager_of_wait(std::chrono::milliseconds pause) {
  send(wait_message(pause));
}

}  // namespace harvest

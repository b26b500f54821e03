#include "harvestd/run/service_manager.h"

#include <dlfcn.h>

#include <systemd/sd-daemon.h>

#include "common/base/utf8.h"

namespace harvest {
namespace {

using Notify = decltype(&::sd_notify);

Notify notify = nullptr;  // set once, before there are threads

// A manager that cannot be told is no reason to stop.
void send(const std::string& message) {
  if (notify != nullptr) notify(0, message.c_str());
}

}  // namespace

void find_service_manager() {
  void* const library = ::dlopen("libsystemd.so.0", RTLD_LAZY | RTLD_LOCAL);
  void* const address = library == nullptr ? nullptr : ::dlsym(library, "sd_notify");
  notify = reinterpret_cast<Notify>(address);
}

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

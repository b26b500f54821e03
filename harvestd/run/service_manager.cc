#include "harvestd/run/service_manager.h"

#include <systemd/sd-daemon.h>

#include "common/base/utf8.h"

namespace harvest {

std::string service_message(std::string_view status) {
  constexpr std::size_t kLongestStatus = 400;
  return "STATUS=" + base::one_line(status, kLongestStatus) + "\n" +
         wait_message(std::chrono::milliseconds(0));
}

std::string wait_message(std::chrono::milliseconds pause) {
  const std::chrono::microseconds silence = kLongestSilence + pause;
  return "EXTEND_TIMEOUT_USEC=" + std::to_string(silence.count());
}

// A manager that cannot be told is no reason to stop.
void tell_service_manager(std::string_view status) {
  ::sd_notify(0, service_message(status).c_str());
}

void tell_service_manager_of_wait(std::chrono::milliseconds pause) {
  ::sd_notify(0, wait_message(pause).c_str());
}

}  // namespace harvest

#include "common/base/deadline.h"

#include <condition_variable>
#include <mutex>

namespace base {

bool wait_until(Deadline until, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  if (until.is_never()) {
    wake.wait(lock, stop, [] { return false; });
  } else {
    wake.wait_until(lock, stop, until.when(), [] { return false; });
  }
  return !stop.stop_requested();
}

}  // namespace base

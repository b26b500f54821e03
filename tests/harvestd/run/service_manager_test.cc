#include "harvestd/run/service_manager.h"

#include <cstdlib>

#include <doctest/doctest.h>

#include "tests/support/notify_socket.h"
#include "tests/support/temp_dir.h"

namespace {

using namespace std::chrono_literals;

TEST_CASE("a message is one line of status and the silence to expect") {
  CHECK(harvest::service_message("12 pages, up to 2024-01-01") ==
        "STATUS=12 pages, up to 2024-01-01\nEXTEND_TIMEOUT_USEC=3600000000");
  CHECK(harvest::service_message("a\nMAINPID=1\xFF") ==
        "STATUS=a MAINPID=1\xEF\xBF\xBD\nEXTEND_TIMEOUT_USEC=3600000000");
  CHECK(harvest::wait_message(15min) == "EXTEND_TIMEOUT_USEC=4500000000");
}

TEST_CASE("the manager gets it through its socket, and without one nothing happens") {
  const testing::TempDir folder;
  testing::NotifySocket socket(folder / "notify");
  harvest::tell_service_manager("too early");
  ::setenv("NOTIFY_SOCKET", socket.path().c_str(), 1);
  harvest::find_service_manager();
  harvest::tell_service_manager("1 page");
  harvest::tell_service_manager_of_wait(1s);
  ::unsetenv("NOTIFY_SOCKET");
  harvest::tell_service_manager("unheard");
  CHECK(socket.take() == std::vector<std::string>{"STATUS=1 page\nEXTEND_TIMEOUT_USEC=3600000000",
                                                  "EXTEND_TIMEOUT_USEC=3601000000"});
}

}  // namespace

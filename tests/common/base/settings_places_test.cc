// Settings that name no row of the table, or are no plain number.
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/base/settings.h"

namespace {

using Variables = std::map<std::string, std::string>;
using Folders = std::vector<std::string>;
using std::chrono::milliseconds;

base::Settings resolve(const Variables& variables) {
  const auto environment = [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  return base::resolve_settings(base::kMcpd, {}, environment).settings;
}

TEST_CASE("the folders for turns: systemd's alone, else the user's, best first") {
  const std::string run = "/run/user/" + std::to_string(::geteuid()) + "/arxiv-mirror";
  const std::string cache = "/h/.cache/arxiv-mirror";
  CHECK(resolve({{"RUNTIME_DIRECTORY", "/run/arxiv-mirror:/run/other"}, {"HOME", "/h"}})
            .slot_folders == Folders{"/run/arxiv-mirror"});
  CHECK(resolve({{"XDG_RUNTIME_DIR", "/x"}, {"HOME", "/h"}}).slot_folders ==
        Folders{"/x/arxiv-mirror", run, cache});
  CHECK(resolve({{"XDG_RUNTIME_DIR", "relative"}, {"HOME", "/h"}}).slot_folders ==
        Folders{run, cache});
  CHECK(resolve({{"XDG_RUNTIME_DIR", "/run/user/" + std::to_string(::geteuid())}}).slot_folders ==
        Folders{run});
}

TEST_CASE("how often to refresh is a span of a second and more, or off") {
  const auto every = [](const char* value) {
    return resolve({{"ARXIV_MIRROR_REFRESH_EVERY", value}}).refresh_every;
  };
  CHECK(every("") == milliseconds(0));
  CHECK(every("off") == milliseconds(0));
  CHECK(every("24h") == std::chrono::hours(24));
  CHECK(every("1s") == milliseconds(1000));
  for (const char* wrong : {"0s", "24", "daily", "-1h"}) {
    CAPTURE(wrong);
    CHECK_THROWS_WITH_AS(every(wrong),
                         ("ARXIV_MIRROR_REFRESH_EVERY: '" + std::string(wrong) +
                          "' is not `off` or a time such as 24h, 90m or 45s.")
                             .c_str(),
                         base::Fault);
  }
}

}  // namespace

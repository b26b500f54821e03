#pragma once

/// Keeps the mirror fresh while a server runs, for who has no timer (decision 51).

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "common/base/log.h"
#include "mcpd/refresh/refresh_plan.h"

namespace refresh {

struct Options {
  std::string mirror_path;
  std::chrono::milliseconds lease{};             ///< as for mirror::Reader::open
  std::chrono::milliseconds every{};             ///< above zero
  std::chrono::milliseconds budget{};            ///< after which the child gets SIGTERM
  std::vector<std::string> command;              ///< of the child (child_arguments)
  std::chrono::milliseconds kill_after{30'000};  ///< from SIGTERM to SIGKILL
};

/// A thread that looks at the mirror and runs one child at a time when it is due. Its end sends a
/// child that still runs SIGTERM, and does not wait for it.
class Refresher {
 public:
  Refresher(Options options, base::Log log);

 private:
  void run(const std::stop_token& stop) const;
  void refresh(const std::stop_token& stop) const;
  int run_child(const std::stop_token& stop) const;

  Options options_;
  base::Log log_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace refresh

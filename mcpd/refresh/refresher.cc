#include "mcpd/refresh/refresher.h"

#include <csignal>
#include <optional>
#include <unistd.h>

#include "common/base/child_process.h"
#include "common/base/fault.h"
#include "common/base/human.h"
#include "common/mirror/read_only.h"
#include "common/mirror/readiness.h"

namespace refresh {
namespace {

using std::chrono::milliseconds;

Look look_at(const std::string& path, milliseconds lease) {
  Look look;
  try {
    const mirror::Database database = mirror::open_read_only(path);
    look.not_ready = mirror::readiness(database, mirror::lease_context(lease));
    look.state = mirror::read_harvest_state(database);
  } catch (const mirror::CannotOpen& reason) {
    look.not_ready = reason.reason;
  } catch (const mirror::SqliteFault&) {
    // Without the table of the state, an older file says by its version what to do.
    if (!look.not_ready) look.not_ready = mirror::NotReady::kUnreadable;
  }
  return look;
}

base::Level level_of(Outcome outcome) {
  if (outcome == Outcome::kFailed) return base::Level::kError;
  return outcome == Outcome::kSkipped ? base::Level::kNotice : base::Level::kInfo;
}

}  // namespace

Refresher::Refresher(Options options, base::Log log)
    : options_(std::move(options)),
      log_(std::move(log)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

void Refresher::run(const std::stop_token& stop) const {
  const milliseconds pause = pause_between(options_.every);
  std::optional<mirror::NotReady> told;
  for (;;) {
    const Look look = look_at(options_.mirror_path, options_.lease);
    const milliseconds wait = time_to_refresh(look, options_.every, base::wall_now());
    if (look.not_ready && look.not_ready != told) {
      log_.notice("refresh: " + std::string(mirror::describe(*look.not_ready)));
    }
    told = look.not_ready;
    log_.debug("refresh: next look in " + base::span_text(std::min(wait, pause)));
    if (wait == milliseconds(0)) refresh(stop);
    // A wait that is long is made in steps, for clocks are set and machines sleep.
    const milliseconds step = wait == milliseconds(0) ? pause : std::min(wait, pause);
    if (!base::wait_until(base::Deadline::after(step), stop)) return;
  }
}

void Refresher::refresh(const std::stop_token& stop) const {
  try {
    log_.info("refresh: begun");
    const int status = run_child(stop);
    const Look after = look_at(options_.mirror_path, options_.lease);
    const Outcome outcome = outcome_of(status, after.state.status);
    log_.write(level_of(outcome), "refresh: " + std::string(outcome_name(outcome)) +
                                      ", harvestd ended with status " + std::to_string(status));
  } catch (const base::Fault& fault) {
    if (fault.code() != base::Code::kCancelled) log_.error("refresh: " + fault.message());
  } catch (const std::exception& error) {
    log_.error(std::string("refresh: harvestd cannot be run: ") + error.what());
  }
}

int Refresher::run_child(const std::stop_token& stop) const {
  base::ChildProcess child(options_.command, {-1, -1, STDERR_FILENO});
  try {
    std::optional<int> status = child.wait(base::Deadline::after(options_.budget), stop);
    if (status) return *status;
    log_.warning("refresh: not done within " + base::span_text(options_.budget) + ", stopped");
    child.send(SIGTERM);
    status = child.wait(base::Deadline::after(options_.kill_after), stop);
    if (status) return *status;
    child.send(SIGKILL);
    return child.wait(base::Deadline::never(), stop).value();
  } catch (const base::Fault&) {
    child.send(SIGTERM);
    child.abandon();
    throw;
  }
}

}  // namespace refresh

#include "mirrorctl/watch.h"

#include <string_view>
#include <unistd.h>

#include "common/base/deadline.h"
#include "common/base/disk.h"
#include "common/base/terminal.h"
#include "common/base/write_all.h"
#include "mirrorctl/condition.h"
#include "mirrorctl/pace.h"
#include "mirrorctl/status.h"

namespace mirrorctl {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kClearTerminal = "\x1b[H\x1b[2J";

milliseconds steady_now() {
  return std::chrono::duration_cast<milliseconds>(base::Deadline::Clock::now().time_since_epoch());
}

Report look(const base::Settings& settings) {
  Report report{mirror::read_file_status(settings.mirror_path, settings.lease), base::wall_now(),
                base::free_bytes(base::existing_folder(settings.mirror_path))};
  const std::vector<std::string>& folders = settings.slot_folders;
  report.slots = {
      pacing::look_at_slot({"API", settings.request_delay, settings.api_base_url, folders}),
      pacing::look_at_slot({"OAI", settings.oai_request_delay, settings.oai_base_url, folders})};
  return report;
}

bool is_at_work(const Report& report) {
  const Condition condition = condition_of(report.file, report.now);
  return condition == Condition::kHarvesting || condition == Condition::kMigrating;
}

void measure(Pace& pace, Report& report) {
  if (!report.file.papers) return;
  pace.add({steady_now(), *report.file.papers});
  report.papers_per_second = pace.papers_per_second();
  const auto expected = expected_papers(report.file);
  if (expected && !report.file.state->completed_at) report.left = pace.time_left(*expected);
}

/// `repeated` is a look after the first.
std::string rendered(const Report& report, const StatusPlan& plan, int out_fd, bool repeated) {
  if (plan.json) return status_json(report);
  const std::size_t width = base::terminal_width(out_fd);
  if (!repeated) return status_text(report, width);
  return width > 0 ? std::string(kClearTerminal) + status_text(report, width) : status_line(report);
}

}  // namespace

bool show_status(const base::Settings& settings, const StatusPlan& plan, int out_fd) {
  constexpr std::chrono::seconds kAskingSystemd(1);
  const auto timer = ask_systemd(base::Deadline::after(kAskingSystemd));
  Pace pace;
  for (bool repeated = false;; repeated = true) {
    Report report = look(settings);
    report.timer = timer;
    if (plan.interval) measure(pace, report);
    if (!base::write_all(out_fd, rendered(report, plan, out_fd, repeated))) return false;
    if (!plan.interval || !is_at_work(report)) return true;
    base::wait_until(base::Deadline::after(*plan.interval), {});
  }
}

}  // namespace mirrorctl

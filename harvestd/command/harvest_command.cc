#include "harvestd/command/harvest_command.h"

#include <string>

#include "common/base/disk.h"
#include "common/http/client.h"
#include "common/mirror/file_status.h"
#include "harvestd/run/free_space.h"
#include "harvestd/run/harvest.h"
#include "harvestd/run/resume.h"
#include "harvestd/run/service_manager.h"
#include "harvestd/writer/checkpoint.h"
#include "harvestd/writer/store.h"

namespace harvest {
namespace {

std::string opening_line(const mirror::HarvestState& state, bool is_init, bool from_scratch,
                         const std::string& host) {
  const std::string latest = mirror::latest_datestamp(base::wall_now());
  const ListPosition next = begin(state, from_scratch, latest).next;
  if (next.token) return "Going on with the list of " + host + " where the last run stopped.";
  if (!next.from) return "Asking " + host + " for all records.";
  const bool complete = state.status == mirror::HarvestStatus::kComplete;
  return (is_init && complete ? "The mirror is complete; asking " : "Asking ") + host +
         " for records from " + *next.from + " on.";
}

WaitNotice wait_notice(Progress& progress) {
  return [&progress](const std::string& why, milliseconds pause) {
    progress.wait(why, pause);
    tell_service_manager_of_wait(pause);
  };
}

/// Throws when the disk is too small for the papers that init has yet to store.
void check_room(const CommandContext& context) {
  const base::Settings& settings = context.settings;
  const auto status = mirror::read_file_status(settings.mirror_path, settings.lease);
  const auto folder = base::existing_folder(settings.mirror_path);
  require_free_space(
      folder, base::free_bytes(folder),
      papers_to_come(context.options.expect_papers, http::host_of(settings.oai_base_url),
                     status.papers.value_or(0)));
}

base::ExitCode run_plan(const CommandContext& context, const Plan& plan, const FetchRules& rules) {
  const base::Settings& settings = context.settings;
  mirror::Store store(settings.mirror_path, open_rules(context));
  context.progress.announce(opening_line(store.state(), rules.waits_out_outages, plan.from_scratch,
                                         http::host_of(settings.oai_base_url)));
  http::Client client({http::user_agent(settings.contact), settings.proxy, settings.ca_file});
  PageFetcher fetcher(rules, client, wait_notice(context.progress), context.log);
  const Result result = run(plan, store, fetcher, context.progress, base::wall_now, context.stop);
  context.progress.finish(result.outcome == Outcome::kDrained ? "drained" : "partial",
                          result.totals);
  return base::ExitCode::kOk;
}

}  // namespace

base::ExitCode init(const CommandContext& context) {
  check_room(context);
  FetchRules rules = FetchRules::from(context.settings);
  rules.waits_out_outages = true;
  return run_plan(context, {context.options.from_scratch}, rules);
}

base::ExitCode refresh(const CommandContext& context) {
  FetchRules rules = FetchRules::from(context.settings);
  require_sufficient_budget(context.settings.refresh_budget, rules);
  rules.end = base::Deadline::after(context.settings.refresh_budget);
  return run_plan(context, {false, rules.end}, rules);
}

}  // namespace harvest

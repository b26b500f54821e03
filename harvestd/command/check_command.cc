#include "harvestd/command/check_command.h"

#include <string>

#include "common/base/json.h"
#include "common/mirror/read_only.h"
#include "common/mirror/readiness.h"
#include "common/mirror/schema.h"
#include "harvestd/check/repair.h"
#include "harvestd/check/verify.h"
#include "harvestd/writer/file.h"
#include "harvestd/writer/lock.h"

namespace harvest {
namespace {

mirror::VerifyPlan plan_of(const CommandContext& context) {
  mirror::VerifyPlan plan;
  plan.quick = context.options.quick;
  plan.open = open_rules(context);
  plan.notice = [&progress = context.progress](const std::string& text) { progress.step(text); };
  return plan;
}

base::ExitCode show(const CommandContext& context, const mirror::VerifyReport& report) {
  const Options& options = context.options;
  if (options.json) {
    tell(context, mirror::report_json(report));
  } else if (!options.quiet || !report.ok()) {
    tell(context, mirror::report_text(report));
  }
  return report.ok() ? base::ExitCode::kOk : base::ExitCode::kVerifyFailed;
}

/// The version that a file records, 0 where it records none; what cannot be read is the writer's to
/// complain of.
std::int64_t version_of(const std::string& path) {
  try {
    return mirror::recorded_version(mirror::open_read_only(path)).value_or(0);
  } catch (const mirror::CannotOpen&) {
    return 0;
  } catch (const mirror::SqliteFault&) {
    return 0;
  }
}

void show_migrated(const CommandContext& context, std::int64_t from) {
  const bool current = from == mirror::kSchemaVersion;
  if (context.options.json) {
    json::Writer out;
    json::member(out.begin_object(), "event", "end");
    json::member(out, "outcome", current ? "current" : "migrated");
    json::member(out, "from_version", from);
    json::member(out, "version", std::int64_t{mirror::kSchemaVersion}).end_object();
    tell(context, out.take() + "\n");
  } else if (!context.options.quiet) {
    const std::string version = std::to_string(mirror::kSchemaVersion);
    tell(context,
         current ? "The mirror file has version " + version + " already; there is nothing to do.\n"
                 : "The mirror file was brought from version " + std::to_string(from) + " to " +
                       version + ".\n");
  }
}

}  // namespace

base::ExitCode verify(const CommandContext& context) {
  return show(context, mirror::verify(context.settings.mirror_path, plan_of(context)));
}

base::ExitCode repair(const CommandContext& context) {
  return show(context, mirror::repair(context.settings.mirror_path, plan_of(context)));
}

base::ExitCode migrate(const CommandContext& context) {
  const std::string& path = context.settings.mirror_path;
  mirror::require_file(path);
  const mirror::WriterLock lock(path, base::wall_now);
  const std::int64_t from = version_of(path);
  mirror::Database database = mirror::open_for_writing(path, open_rules(context));
  mirror::checkpoint(database);
  show_migrated(context, from);
  return base::ExitCode::kOk;
}

}  // namespace harvest

#include "harvestd/command/command.h"

#include <algorithm>

#include "harvestd/command/check_command.h"
#include "harvestd/command/dump_command.h"
#include "harvestd/command/harvest_command.h"

namespace harvest {
namespace {

constexpr OptionRow kInitOptions[] = {
    {"--from-scratch", "Read the whole list again, keeping the papers there are",
     &Options::from_scratch},
    {"--expect-papers",
     "Papers that the disk must have room for; 0 starts on any disk (default: 3000000 from arXiv "
     "itself)",
     &Options::expect_papers},
};

constexpr OptionRow kVerifyOptions[] = {
    {"--quick", "Read only what does not grow with the number of papers: under a second",
     &Options::quick},
};

constexpr OptionRow kExportOptions[] = {
    {"file", "Where to: standard output when none is named; compressed where the name ends in .gz",
     &Options::file},
};

constexpr OptionRow kImportOptions[] = {
    {"file", "Where from, as it is or compressed with gzip: standard input when none is named",
     &Options::file},
};

constexpr Command kCommands[] = {
    {"init", "Harvest all of arXiv, or go on where that was interrupted; waits out outages",
     kInitOptions, init},
    {"refresh", "Harvest what changed since the last run, within a budget of time", {}, refresh},
    {"verify", "Look the mirror file over without changing it; exit status 1 names a fault",
     kVerifyOptions, verify},
    {"repair", "Mend what verify finds", {}, repair},
    {"migrate",
     "Bring a file of an older version up to date; the commands that write do so as well",
     {},
     migrate},
    {"export", "Write the papers as JSON, one a line; also while a harvest runs", kExportOptions,
     export_dump, true},
    {"import", "Fill a new mirror from such lines, or from arXiv's public metadata dump",
     kImportOptions, import_dump},
};

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

const Command* find_command(std::string_view name) {
  const auto* found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                   [name](const Command& each) { return each.name == name; });
  return found == std::end(kCommands) ? nullptr : found;
}

void tell(const CommandContext& context, const std::string& lines) {
  if (context.progress.report(lines)) return;
  throw base::Fault(base::Code::kDatabase, "",
                    "The command has done its work, but its report could not be written.");
}

mirror::OpenRules open_rules(const CommandContext& context) {
  Progress& progress = context.progress;
  const auto show = [&progress](const mirror::MigrationProgress& migration) {
    const std::string text = mirror::progress_text(migration);
    migration.done == migration.total ? progress.announce(text) : progress.step(text);
  };
  return {context.settings.lease, base::wall_now, context.stop, show};
}

}  // namespace harvest

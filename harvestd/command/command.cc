#include "harvestd/command/command.h"

#include <algorithm>

#include "harvestd/command/harvest_command.h"

namespace harvest {
namespace {

constexpr OptionRow kInitOptions[] = {
    {"--from-scratch", "Read the whole list again, keeping the papers there are",
     &Options::from_scratch},
};

constexpr Command kCommands[] = {
    {"init", "Harvest all of arXiv, or go on where that was interrupted; waits out outages",
     kInitOptions, init},
    {"refresh", "Harvest what changed since the last run, within a budget of time", {}, refresh},
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

mirror::OpenRules open_rules(const CommandContext& context) {
  Progress& progress = context.progress;
  const auto show = [&progress](const mirror::MigrationProgress& migration) {
    progress.announce(mirror::progress_text(migration));
  };
  return {context.settings.lease, base::wall_now, context.stop, show};
}

}  // namespace harvest

#include "harvestd/writer/migration.h"

namespace mirror {

std::string progress_text(const MigrationProgress& progress) {
  return "mirror migration v" + std::to_string(progress.from) + "->v" +
         std::to_string(progress.to) + " (" + std::string(progress.part) +
         "): " + std::to_string(progress.done) + "/" + std::to_string(progress.total) + " rows";
}

}  // namespace mirror

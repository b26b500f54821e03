#pragma once

/// What the steps of a migration consist of (contract 9.3). Each part may be broken off anywhere
/// and done again from its beginning; what it has done already it leaves alone.

#include "harvestd/writer/migration_run.h"

namespace mirror {

/// The columns of `papers` (migrate_rows.cc).
void convert_dates(MigrationRun& run);    ///< from the e-mail form to the file's
void fill_categories(MigrationRun& run);  ///< the junction, made anew
void decode_quotes(MigrationRun& run);    ///< the references that stood for two quotation marks
void convert_tex(MigrationRun& run);

/// The objects beside it (migrate_objects.cc).
void fill_published(MigrationRun& run);  ///< of the junction: column, trigger, values
void define_date_indexes(MigrationRun& run);
void define_paper_index(MigrationRun& run);
/// Every index of another shape; one that is missing only in a file of an older version, since
/// otherwise that is damage, for verify to say and for repair to mend.
void define_other_indexes(MigrationRun& run);
/// Drops index, view and triggers, makes them in this version's form and fills the index.
void rebuild_full_text(MigrationRun& run);
/// The same, unless the migration has done it in its third step.
void refold_full_text(MigrationRun& run);

/// True of a file of this version in which an index has another shape.
bool has_other_indexes(const Database& database);

}  // namespace mirror

#pragma once

/// Whether an open mirror file can answer (decisions 28, 34; contract 9.4).

#include <cstdint>
#include <optional>

#include "common/mirror/lease.h"
#include "common/mirror/reader.h"
#include "common/mirror/sqlite.h"

namespace mirror {

/// The version the file records, the greatest of several; nothing when it records none, 0 for what
/// is no whole number. Throws SqliteFault.
std::optional<std::int64_t> recorded_version(const Database& database);

/// Why `database` cannot serve, or nothing when it can. Throws SqliteFault when it is no database
/// at all.
std::optional<NotReady> readiness(const Database& database, const LeaseContext& context);

}  // namespace mirror

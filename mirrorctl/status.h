#pragma once

/// `mirrorctl status`: what is known of the mirror file, as a table for people or as JSON.

#include <cstddef>
#include <string>

#include "common/base/clock.h"
#include "common/mirror/file_status.h"

namespace mirrorctl {

/// `width` as in Table::render.
std::string status_text(const mirror::FileStatus& status, base::WallTime now, std::size_t width);

/// One JSON object and a line feed. Every member is always there; null where the file does not say.
std::string status_json(const mirror::FileStatus& status, base::WallTime now);

}  // namespace mirrorctl

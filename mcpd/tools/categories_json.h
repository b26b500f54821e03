#pragma once

/// arXiv's categories as JSON, for the tool and the resource that list them.

#include <span>

#include "common/arxiv/taxonomy.h"
#include "common/base/json.h"

namespace tools {

/// Appends an array of {code, name, group}.
void write_categories(json::Writer& out, std::span<const arxiv::Category> categories);

}  // namespace tools

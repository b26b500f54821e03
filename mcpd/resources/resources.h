#pragma once

/// The resources (contract 2): the category list, one paper as JSON, and the guide to the tools.
/// What they are given outlives the Registry they are put into.

#include "common/mirror/reader_pool.h"
#include "mcpd/mcp/registry.h"
#include "mcpd/tools/paper_lookup.h"

namespace resources {

/// `arxiv://categories`
mcp::Resource categories_resource();

/// `skill://arxiv-guide/SKILL.md`
mcp::Resource guide_resource();

/// `arxiv://paper/{paperId}`, its variable completed from `mirror` (null: switched off).
mcp::ResourceTemplate paper_template(const tools::PaperLookup& lookup, mirror::ReaderPool* mirror,
                                     const base::Log& log);

}  // namespace resources

#pragma once

/// Whether the disk has room for what a harvest is about to store: known before the first request
/// rather than after hours. Pure.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace harvest {

/// Papers that a harvest has yet to store where `there` are stored already. `expected` is the
/// option --expect-papers; empty, it is what arXiv lists when `host` is arXiv's, and none
/// elsewhere. Throws Fault kInvalidParams for what is no number.
std::int64_t papers_to_come(std::string_view expected, std::string_view host, std::int64_t there);

/// Throws Fault kDatabase, naming `folder` and both sizes, when its `free` bytes are too few for
/// `papers` more. Where `free` is not known nothing is required.
void require_free_space(const std::filesystem::path& folder, std::optional<std::int64_t> free,
                        std::int64_t papers);

}  // namespace harvest

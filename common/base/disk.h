#pragma once

/// How much room a disk has.

#include <cstdint>
#include <filesystem>
#include <optional>

namespace base {

/// The folder in which `path` is or would be: its parent, or the nearest folder above that exists.
/// Symbolic links are followed.
std::filesystem::path existing_folder(const std::filesystem::path& path);

/// Bytes that this user may still write where `folder` is; nothing where that cannot be told, as on
/// file systems that have no size.
std::optional<std::int64_t> free_bytes(const std::filesystem::path& folder);

}  // namespace base

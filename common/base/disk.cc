#include "common/base/disk.h"

#include <sys/statvfs.h>

namespace base {

namespace fs = std::filesystem;

fs::path existing_folder(const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(fs::absolute(path, error), error);
  fs::path folder = (error ? path : target).parent_path();
  while (folder.has_relative_path() && !fs::is_directory(folder, error))
    folder = folder.parent_path();
  return folder.empty() ? "." : folder;
}

std::optional<std::int64_t> free_bytes(const fs::path& folder) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0 || disk.f_blocks == 0) return std::nullopt;
  return static_cast<std::int64_t>(disk.f_bavail * disk.f_frsize);
}

}  // namespace base

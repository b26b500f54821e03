#include "common/base/programs.h"

#include <unistd.h>

namespace base {
namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<std::string> find_program(std::string_view name, const fs::path& folder) {
  for (const fs::path& place : {folder, folder / "../libexec/arxiv-mirror"}) {
    std::error_code error;
    const fs::path real = fs::canonical(place, error);
    if (!error && is_executable(real / name)) return (real / name).string();
  }
  return std::nullopt;
}

std::optional<std::string> find_program(std::string_view name) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? std::nullopt : find_program(name, self.parent_path());
}

}  // namespace base

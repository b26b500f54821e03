#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "tests/fuzz/targets.h"

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("every input that is kept passes, and so does what is cut off it") {
  for (const fuzz::Target& target : fuzz::targets()) {
    CAPTURE(target.name);
    int inputs = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(TEST_DATA "/fuzz/") += target.name)) {
      CAPTURE(entry.path().filename().string());
      const std::string input = read(entry.path());
      REQUIRE_FALSE(input.empty());
      target.run(input);
      const std::size_t step = std::max<std::size_t>(1, input.size() / 50);
      for (std::size_t size = 0; size < input.size(); size += step)
        target.run(std::string_view(input).substr(0, size));
      ++inputs;
    }
    CHECK(inputs > 0);
  }
}

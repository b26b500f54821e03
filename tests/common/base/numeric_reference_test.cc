#include "common/base/numeric_reference.h"

#include <doctest/doctest.h>

namespace {

TEST_CASE("the number of a reference, and what is none") {
  constexpr std::uint32_t kBeyond = 0xFFFFFFFF;
  const struct {
    const char* text;
    std::optional<std::uint32_t> number;
  } kCases[] = {
      {"65", 65},
      {"00065", 65},
      {"0", 0},
      {"x41", 65},
      {"x1f600", 0x1F600},
      {"x10FFFF", 0x10FFFF},
      {"4294967295", kBeyond},
      {"4294967296", kBeyond},
      {"x100000000", kBeyond},
      {"", {}},
      {"x", {}},
      {"X41", {}},
      {"-1", {}},
      {"+1", {}},
      {" 65", {}},
      {"65 ", {}},
      {"6g", {}},
      {"xg", {}},
      {"0x41", {}},
  };
  for (const auto& row : kCases) {
    CAPTURE(row.text);
    CHECK(base::numeric_reference(row.text) == row.number);
  }
}

}  // namespace

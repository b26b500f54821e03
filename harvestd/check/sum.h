#pragma once

/// Comparing two large sets that come in different orders, in no memory: equal sets have equal
/// sums, and sets that differ have not, but for a chance of one in 2^64.

#include <cstdint>
#include <string_view>

namespace mirror {

/// Spreads the bits of `value` over all of its places (the finaliser of splitmix64).
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31);
}

/// One member of a set, made from its parts in their order.
class Member {
 public:
  constexpr Member& add(std::uint64_t number) {
    hash_ = mixed(hash_ + number + 0x9E3779B97F4A7C15U);
    return *this;
  }
  constexpr Member& add(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;  // FNV-1a
    for (const char c : text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return add(hash).add(std::uint64_t{text.size()});
  }
  constexpr std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

struct Sum {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;

  constexpr void add(const Member& member) {
    ++count;
    sum += member.hash();
  }
  bool operator==(const Sum&) const = default;
};

}  // namespace mirror

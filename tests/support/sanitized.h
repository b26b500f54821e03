#pragma once

namespace testing {

/// True in a build under a sanitizer, which has a hundred times the memory in view and takes four
/// times as long: tests that go through every case take samples there.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace testing

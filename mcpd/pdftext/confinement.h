#pragma once

/// What a process gives up before it reads a hostile file.

#include <chrono>
#include <cstddef>

namespace pdftext {

struct Limits {
  std::size_t memory = 0;            ///< bytes of address space
  std::chrono::seconds processor{};  ///< after which SIGXCPU comes
};

/// From here on, for good: memory and processor time are bounded, no file can be written, made or
/// opened but those that fonts and Poppler's data need, and of the system calls only those that
/// reading, memory and the clock take are left: no network, no other program, no new process or
/// thread, no executable memory. Landlock and seccomp are used where the kernel has them. False
/// when the kernel has them and refuses. One thread.
bool confine(const Limits& limits);

}  // namespace pdftext

#pragma once

namespace base {

/// Opens /dev/null until descriptors 0 to 2 are all taken, so that no file opened later becomes one
/// of them and is read as input or written to as output. First thing in a main. Throws
/// std::system_error when there is no descriptor to be had.
void fill_standard_descriptors();

}  // namespace base

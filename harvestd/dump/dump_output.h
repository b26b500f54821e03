#pragma once

/// Where an export goes: standard output, or a file that appears complete or not at all.

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace mirror {

class DumpOutput {
 public:
  /// `file` empty or `-` means standard output. A name that ends in `.gz` is compressed with gzip.
  /// A regular file is written beside its place and moved there by finish(); what is there now
  /// stays until then. Throws Fault kDatabase, naming the file, here and below.
  DumpOutput(const std::string& file, std::stop_token stop);
  /// Leaves nothing behind unless finish() was reached.
  ~DumpOutput();
  DumpOutput(const DumpOutput&) = delete;
  DumpOutput& operator=(const DumpOutput&) = delete;

  /// Also throws kCancelled after a stop request, as finish() does.
  void write(std::string_view text);
  /// Writes what is held back, and makes sure of a file.
  void finish();

 private:
  class Sink;
  class Gzip;
  std::unique_ptr<Sink> sink_;
  std::unique_ptr<Gzip> gzip_;
};

}  // namespace mirror

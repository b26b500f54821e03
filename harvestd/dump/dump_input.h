#pragma once

/// The lines of a dump: of a file or of standard input, as they are or compressed with gzip.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace mirror {

/// Bytes of a line that are read.
inline constexpr std::size_t kLongestLine = std::size_t{16} << 20;

/// One thread at a time. Holds one line and some buffers, however long the dump is.
class DumpInput {
 public:
  /// `file` empty or `-` means standard input. gzip is known by its first bytes, whatever the name.
  /// Throws Fault kDatabase when it cannot be opened or, below, read. Every message names the file.
  DumpInput(const std::string& file, std::stop_token stop);
  ~DumpInput();
  DumpInput(const DumpInput&) = delete;
  DumpInput& operator=(const DumpInput&) = delete;

  /// The next line without its end; false behind the last one. Throws kValidation, naming the line,
  /// for one longer than kLongestLine and for compressed data that are damaged or break off, or
  /// that something else follows than zeros; at the beginning, saying what to do, for what is no
  /// lines of JSON (dump_form.h); kCancelled after a stop request.
  bool next(std::string& line);
  /// Of the line that next() gave last, from 1.
  std::int64_t line_number() const { return line_number_; }

  /// As messages name it.
  const std::string& name() const;

  /// Throws kValidation for the line `number`, with what is wrong with it: ` is longer than ...`.
  [[noreturn]] void refuse(std::int64_t number, const std::string& what) const;

 private:
  class Source;
  class Gunzip;
  bool fill();
  bool read();
  bool read_beginning();

  std::unique_ptr<Source> source_;
  std::unique_ptr<Gunzip> gunzip_;
  std::string buffer_;
  std::size_t at_ = 0;
  bool begun_ = false;
  std::int64_t line_number_ = 0;
};

}  // namespace mirror

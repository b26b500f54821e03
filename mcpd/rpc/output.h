#pragma once

/// Lines on their way to a client that may read slowly. One thread, the one that polls.

#include <cstddef>
#include <deque>
#include <stop_token>
#include <string>

#include "common/base/unique_fd.h"

namespace rpc {

/// A queue of lines in front of a descriptor. It never blocks: the descriptor keeps its mode, which
/// other processes may share, and gets no more than a pipe's atomic size at a time, after poll(2)
/// said there is room. Lines are written in order, each followed by LF.
class Output {
 public:
  explicit Output(base::UniqueFd fd) : fd_(std::move(fd)) {}

  /// Queues `line`. It is left out when `withdrawn` fires before its first byte has been written.
  void push(std::string line, std::stop_token withdrawn = {});

  bool empty() const { return lines_.empty(); }
  /// What is queued, withdrawn lines included.
  std::size_t bytes() const { return bytes_; }
  int fd() const { return fd_.get(); }

  /// Writes what the descriptor takes now, within a bound that leaves the caller its turn. False
  /// when nobody reads any more.
  bool write_some();

 private:
  struct Line {
    std::string text;
    std::stop_token withdrawn;
  };
  bool writable() const;
  bool write_slice();
  void skip_withdrawn();

  base::UniqueFd fd_;
  std::deque<Line> lines_;
  std::size_t written_ = 0;  ///< of the first line
  std::size_t bytes_ = 0;
};

}  // namespace rpc

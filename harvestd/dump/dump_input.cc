#include "harvestd/dump/dump_input.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <zlib.h>

#include "common/base/fault.h"
#include "common/base/unique_fd.h"
#include "harvestd/dump/stop_poll.h"

namespace mirror {
namespace {

constexpr std::size_t kPiece = 256 * 1024;
constexpr std::string_view kGzipMark = "\x1F\x8B";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

[[noreturn]] void refuse(std::int64_t line, const std::string& what) {
  throw base::Fault(base::Code::kValidation, "", "Line " + std::to_string(line) + " " + what + ".");
}

}  // namespace

/// The bytes as they are stored.
class DumpInput::Source {
 public:
  Source(const std::string& file, std::stop_token stop) : poll_(stop) {
    const bool standard = file.empty() || file == "-";
    name_ = standard ? "standard input" : file;
    if (!standard) {
      // A pipe that nobody writes to yet is waited for in read(), where a stop request ends it.
      own_.reset(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
      if (!own_) fail();
      fd_ = own_.get();
    }
  }

  /// Adds a piece to `bytes`; false at the end.
  bool read(std::string& bytes) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kPiece);
    ssize_t got = -1;
    do {
      poll_.wait(fd_, POLLIN);
      got = ::read(fd_, bytes.data() + before, kPiece);
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    if (got < 0) fail();
    bytes.resize(before + static_cast<std::size_t>(got));
    return got > 0;
  }

 private:
  [[noreturn]] void fail() const {
    const std::string why = std::strerror(errno);
    throw base::Fault(base::Code::kDatabase, "", "Cannot read " + name_ + ": " + why + ".");
  }

  StopPoll poll_;
  std::string name_;
  base::UniqueFd own_;
  int fd_ = STDIN_FILENO;
};

/// One or more gzip members, one behind the other.
class DumpInput::Gunzip {
 public:
  explicit Gunzip(std::string begin) : packed_(std::move(begin)) {
    constexpr int kGzipForm = 15 + 16;
    if (inflateInit2(&stream_, kGzipForm) != Z_OK) throw std::bad_alloc();
  }
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  /// Adds a piece to `bytes`; false at the end.
  bool read(Source& source, std::string& bytes, std::int64_t line) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kPiece);
    stream_.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
    stream_.avail_out = static_cast<uInt>(kPiece);
    while (stream_.avail_out > 0) {
      const bool more = at_ < packed_.size() || refill(source);
      if (member_ended_ && !more) break;
      const uInt room = stream_.avail_out;
      inflate_some(line);  // it may hold back output that had no room
      if (!more && stream_.avail_out == room) break;
    }
    bytes.resize(bytes.size() - stream_.avail_out);
    if (bytes.size() > before) return true;
    if (!member_ended_) refuse(line + 1, "breaks off: the compressed data end too early");
    return false;
  }

 private:
  bool refill(Source& source) {
    packed_.clear();
    at_ = 0;
    return source.read(packed_);
  }

  void inflate_some(std::int64_t line) {
    if (member_ended_) inflateReset(&stream_);
    stream_.next_in = reinterpret_cast<Bytef*>(packed_.data() + at_);
    stream_.avail_in = static_cast<uInt>(packed_.size() - at_);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
      refuse(line + 1, "cannot be read: the compressed data are damaged");
    at_ = packed_.size() - stream_.avail_in;
    member_ended_ = code == Z_STREAM_END;
  }

  z_stream stream_{};
  std::string packed_;
  std::size_t at_ = 0;
  bool member_ended_ = false;
};

DumpInput::DumpInput(const std::string& file, std::stop_token stop)
    : source_(std::make_unique<Source>(file, std::move(stop))) {}

DumpInput::~DumpInput() = default;

bool DumpInput::fill() {
  buffer_.erase(0, std::exchange(at_, 0));
  if (begun_) {
    return gunzip_ ? gunzip_->read(*source_, buffer_, line_number_) : source_->read(buffer_);
  }
  begun_ = true;
  bool more = true;
  while (more && buffer_.size() < kByteOrderMark.size())
    more = source_->read(buffer_);
  if (buffer_.starts_with(kGzipMark)) {
    gunzip_ = std::make_unique<Gunzip>(std::exchange(buffer_, {}));
    more = gunzip_->read(*source_, buffer_, line_number_);
  }
  if (buffer_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  return more || !buffer_.empty();
}

bool DumpInput::next(std::string& line) {
  std::size_t searched = at_;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    const std::size_t size = (end == std::string::npos ? buffer_.size() : end) - at_;
    if (size > kLongestLine) refuse(line_number_ + 1, "is longer than 16 MiB");
    if (end != std::string::npos) {
      line.assign(buffer_, at_, size);
      at_ = end + 1;
      break;
    }
    searched = size;  // behind what fill() moves to the beginning
    if (fill()) {
      if (searched < at_) searched = at_;
      continue;
    }
    if (size == 0) return false;
    line.assign(buffer_, at_, size);
    at_ = buffer_.size();
    break;
  }
  ++line_number_;
  return true;
}

}  // namespace mirror

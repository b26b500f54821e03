#include "harvestd/dump/dump_input.h"

#include <algorithm>
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
#include "common/base/stop_poll.h"
#include "common/base/unique_fd.h"
#include "common/base/utf8.h"
#include "harvestd/dump/dump_form.h"

namespace mirror {
namespace {

constexpr std::size_t kPiece = 256 * 1024;
constexpr std::size_t kNameLimit = 4096;
constexpr std::string_view kGzipMark = "\x1F\x8B";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// By so many bytes what is no dump is told (dump_form.h).
constexpr std::size_t kBeginning = 4096;

}  // namespace

/// The bytes as they are stored.
class DumpInput::Source {
 public:
  Source(const std::string& file, std::stop_token stop) : poll_(stop) {
    const bool standard = file.empty() || file == "-";
    name_ = standard ? "standard input" : base::one_line(file, kNameLimit);
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

  const std::string& name() const { return name_; }

 private:
  [[noreturn]] void fail() const {
    const std::string why = std::strerror(errno);
    throw base::Fault(base::Code::kDatabase, "", "Cannot read " + name_ + ": " + why + ".");
  }

  base::StopPoll poll_;
  std::string name_;
  base::UniqueFd own_;
  int fd_ = STDIN_FILENO;
};

/// One or more gzip members, one behind the other, and zeros that fill up a tape's block.
class DumpInput::Gunzip {
 public:
  explicit Gunzip(std::string begin) : packed_(std::move(begin)) {
    constexpr int kGzipForm = 15 + 16;
    if (inflateInit2(&stream_, kGzipForm) != Z_OK) throw std::bad_alloc();
  }
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  /// Adds a piece to `bytes`; false at the end. Throws what is wrong with the data.
  bool read(Source& source, std::string& bytes) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kPiece);
    stream_.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
    stream_.avail_out = static_cast<uInt>(kPiece);
    while (stream_.avail_out > 0) {
      const bool more = at_ < packed_.size() || refill(source);
      if (member_ended_ && !more) break;
      if (member_ended_ && skip_padding()) continue;
      const uInt room = stream_.avail_out;
      inflate_some();  // it may hold back output that had no room
      if (!more && stream_.avail_out == room) break;
    }
    bytes.resize(bytes.size() - stream_.avail_out);
    if (bytes.size() > before) return true;
    if (!member_ended_) throw Broken{" breaks off: the compressed data end too early"};
    return false;
  }

  /// What is wrong with the data, said of the line that they break off in.
  struct Broken {
    std::string what;
  };

 private:
  bool refill(Source& source) {
    packed_.clear();
    at_ = 0;
    return source.read(packed_);
  }

  /// Behind a member: true when all there is are zeros, which are passed over.
  bool skip_padding() {
    const std::size_t end = std::min(packed_.find_first_not_of('\0', at_), packed_.size());
    padded_ = padded_ || end > at_;
    at_ = end;
    const bool follows = at_ < packed_.size();
    if (follows && (padded_ || packed_[at_] != kGzipMark[0]))
      throw Broken{" cannot be read: something else follows the compressed data"};
    return !follows;
  }

  void inflate_some() {
    if (member_ended_) inflateReset(&stream_);
    stream_.next_in = reinterpret_cast<Bytef*>(packed_.data() + at_);
    stream_.avail_in = static_cast<uInt>(packed_.size() - at_);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
      throw Broken{" cannot be read: the compressed data are damaged"};
    at_ = packed_.size() - stream_.avail_in;
    member_ended_ = code == Z_STREAM_END;
  }

  z_stream stream_{};
  std::string packed_;
  std::size_t at_ = 0;
  bool member_ended_ = false;
  bool padded_ = false;  ///< zeros have been seen behind a member
};

DumpInput::DumpInput(const std::string& file, std::stop_token stop)
    : source_(std::make_unique<Source>(file, std::move(stop))) {}

DumpInput::~DumpInput() = default;

const std::string& DumpInput::name() const {
  return source_->name();
}

void DumpInput::refuse(std::int64_t number, const std::string& what) const {
  throw base::Fault(base::Code::kValidation, "",
                    name() + ", line " + std::to_string(number) + what + ".");
}

bool DumpInput::read() {
  try {
    return gunzip_ ? gunzip_->read(*source_, buffer_) : source_->read(buffer_);
  } catch (const Gunzip::Broken& broken) {
    refuse(line_number_ + 1, broken.what);
  }
}

bool DumpInput::fill() {
  buffer_.erase(0, std::exchange(at_, 0));
  return std::exchange(begun_, true) ? read() : read_beginning();
}

/// Reads as much as tells what the input is: a line, since the other end of a pipe may wait for
/// what comes of it.
bool DumpInput::read_beginning() {
  const auto read_some = [this] {
    bool more = true;
    while (more && buffer_.size() < kBeginning && buffer_.find('\n') == std::string::npos)
      more = read();
  };
  read_some();
  if (buffer_.starts_with(kGzipMark)) {
    gunzip_ = std::make_unique<Gunzip>(std::exchange(buffer_, {}));
    read_some();
  }
  if (buffer_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  if (const auto form = other_form(std::string_view(buffer_).substr(at_))) {
    throw base::Fault(base::Code::kValidation, "", name() + " " + *form + ".");
  }
  return !buffer_.empty();
}

bool DumpInput::next(std::string& line) {
  std::size_t searched = at_;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    const std::size_t size = (end == std::string::npos ? buffer_.size() : end) - at_;
    if (size > kLongestLine) refuse(line_number_ + 1, " is longer than 16 MiB");
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

#include "harvestd/dump/dump_output.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <zlib.h>

#include "common/base/fault.h"
#include "common/base/stop_poll.h"
#include "common/base/unique_fd.h"

namespace mirror {

/// The bytes' way to a descriptor, in large pieces.
class DumpOutput::Sink {
 public:
  Sink(const std::string& file, std::stop_token stop) : poll_(stop) {
    if (file.empty() || file == "-") {
      name_ = "standard output";
      fd_ = STDOUT_FILENO;
    } else {
      name_ = file;
      open(file);
    }
    struct stat status {};
    regular_ = ::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode);
  }
  ~Sink() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  void write(std::string_view text) {
    constexpr std::size_t kPiece = 256 * 1024;
    held_ += text;
    if (held_.size() >= kPiece) flush();
  }

  void finish() {
    flush();
    if (temporary_.empty()) return;
    if (::fsync(fd_) != 0 || ::fchmod(fd_, mode_) != 0 ||
        ::rename(temporary_.c_str(), name_.c_str()) != 0) {
      fail();
    }
    temporary_.clear();
  }

 private:
  [[noreturn]] void fail() const {
    const std::string why = std::strerror(errno);
    throw base::Fault(base::Code::kDatabase, "", "Cannot write " + name_ + ": " + why + ".");
  }

  void open(const std::string& file) {
    struct stat status {};
    const bool exists = ::stat(file.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
      open_present(file, S_ISFIFO(status.st_mode));
    } else {
      if (exists) mode_ = status.st_mode & 0777U;
      // Beside what the name leads to, so that a link stays one.
      std::error_code error;
      const auto target = std::filesystem::weakly_canonical(file, error);
      if (!error) name_ = target.string();
      temporary_ = name_ + ".XXXXXX";
      own_.reset(::mkostemp(temporary_.data(), O_CLOEXEC));
      if (!own_) temporary_.clear();
    }
    if (!own_) fail();
    fd_ = own_.get();
  }

  /// A pipe that nobody reads yet cannot be opened without blocking, nor be polled until it can.
  void open_present(const std::string& file, bool pipe) {
    constexpr std::chrono::milliseconds kBetweenTries{50};
    const auto try_open = [this, &file] {
      own_.reset(::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
      return static_cast<bool>(own_);
    };
    while (!try_open() && pipe && errno == ENXIO)
      poll_.pause(kBetweenTries);
  }

  void flush() {
    // A pipe that is ready takes this much without waiting.
    constexpr std::size_t kPipePiece = 4096;
    for (std::string_view rest = held_; !rest.empty();) {
      poll_.wait(fd_, POLLOUT);
      const std::size_t size = regular_ ? rest.size() : std::min(rest.size(), kPipePiece);
      const ssize_t written = ::write(fd_, rest.data(), size);
      if (written < 0 && errno != EINTR && errno != EAGAIN) fail();
      if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
    held_.clear();
  }

  static mode_t usual_mode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
  }

  base::StopPoll poll_;
  std::string name_;
  std::string temporary_;
  base::UniqueFd own_;
  int fd_ = -1;
  bool regular_ = false;
  mode_t mode_ = usual_mode();
  std::string held_;
};

class DumpOutput::Gzip {
 public:
  Gzip() {
    constexpr int kGzipForm = 15 + 16;
    constexpr int kMemory = 8;
    // A dump is read more often than written, but by machines: speed over the last percent.
    constexpr int kLevel = 6;
    if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipForm, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Gzip() { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  void write(std::string_view text, bool last, Sink& sink) {
    // zlib's own type has no const.
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      sink.write({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

 private:
  z_stream stream_{};
  std::array<char, 64 * 1024> buffer_{};
};

DumpOutput::DumpOutput(const std::string& file, std::stop_token stop)
    : sink_(std::make_unique<Sink>(file, std::move(stop))) {
  if (file.ends_with(".gz")) gzip_ = std::make_unique<Gzip>();
}

DumpOutput::~DumpOutput() = default;

void DumpOutput::write(std::string_view text) {
  gzip_ ? gzip_->write(text, false, *sink_) : sink_->write(text);
}

void DumpOutput::finish() {
  if (gzip_) gzip_->write("", true, *sink_);
  sink_->finish();
}

}  // namespace mirror

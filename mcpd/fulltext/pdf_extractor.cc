#include "mcpd/fulltext/pdf_extractor.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "common/base/child_process.h"
#include "common/base/fault.h"
#include "common/base/stop_poll.h"
#include "common/base/utf8.h"
#include "common/base/write_all.h"
#include "mcpd/pdftext/outcome.h"

namespace fulltext {
namespace {

using base::Code;
using base::Deadline;
using base::Fault;
using pdftext::Outcome;

Fault failed(std::string message) {
  return {Code::kNotFound, "pdf_extraction_failed", std::move(message)};
}

Fault rejected() {
  return failed("The PDF is damaged, asks for a password, or is none.");
}

Fault over_limit(const std::string& limit) {
  return failed("Reading the PDF takes more than is allowed.").with("limit", limit);
}

Fault died(const std::string& what) {
  return Fault(Code::kServiceUnavailable, "",
               "The text of the PDF could not be read: " + what + ".")
      .retryable(false);
}

Fault out_of_time() {
  return {Code::kTimeout, "", "Reading the text of the PDF took too long."};
}

/// True of bytes that hold an object of a PDF, without which there is nothing to read. A web page
/// in a PDF's place need not cost a process.
bool may_be_pdf(std::string_view bytes) {
  return bytes.find("obj") != std::string_view::npos;
}

/// A file in memory that holds `bytes`, to be read from its beginning.
base::UniqueFd memory_file(std::string_view bytes) {
  base::UniqueFd file(::memfd_create("pdf", MFD_CLOEXEC));
  if (!file || !base::write_all(file.get(), bytes) || ::lseek(file.get(), 0, SEEK_SET) != 0)
    throw std::system_error(errno, std::generic_category(), "memfd_create");
  return file;
}

/// Both ends of a pipe that no child inherits unasked.
struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe2");
    read.reset(ends[0]);
    write.reset(ends[1]);
  }
  base::UniqueFd read;
  base::UniqueFd write;
};

/// All that comes out of `pipe`, at most `most` bytes.
std::string read_all(int pipe, std::size_t most, Deadline deadline, const std::stop_token& stop) {
  constexpr std::size_t kPiece = 64 * 1024;
  const base::StopPoll poll(stop);
  std::string text;
  for (;;) {
    if (!poll.wait(pipe, POLLIN, deadline)) throw out_of_time();
    const std::size_t size = text.size();
    text.resize(size + kPiece);
    const ssize_t got = ::read(pipe, text.data() + size, kPiece);
    text.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0 || (got < 0 && errno != EINTR)) return text;
    if (text.size() > most) throw over_limit("text");
  }
}

void require_text(int status) {
  switch (static_cast<Outcome>(status)) {
    case Outcome::kText:
      return;
    case Outcome::kNoText:
      throw failed("The PDF holds no text: its pages are pictures.");
    case Outcome::kRejected:
      throw rejected();
    case Outcome::kMemory:
      throw over_limit("memory");
    case Outcome::kTime:
      throw over_limit("time");
    case Outcome::kOutput:
      throw over_limit("text");
    case Outcome::kUsage:
    case Outcome::kUnconfined:
      break;
  }
  throw died("its reader ended with status " + std::to_string(status));
}

}  // namespace

/// One of the places at which a PDF is read.
class PdfExtractor::Turn {
 public:
  Turn(PdfExtractor& extractor, Deadline deadline, const std::stop_token& stop)
      : extractor_(extractor) {
    std::unique_lock lock(extractor_.mutex_);
    const auto free = [this] { return extractor_.running_ < kMostAtOnce; };
    const bool came = extractor_.left_.wait_until(lock, stop, deadline.when(), free);
    if (stop.stop_requested()) throw base::cancelled();
    if (!came) throw out_of_time();
    ++extractor_.running_;
  }
  ~Turn() {
    const std::lock_guard lock(extractor_.mutex_);
    --extractor_.running_;
    extractor_.left_.notify_one();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  PdfExtractor& extractor_;
};

std::string PdfExtractor::extract(std::string_view pdf, Deadline deadline,
                                  const std::stop_token& stop) {
  if (!may_be_pdf(pdf)) throw rejected();
  if (!helper_) throw died("mcpd-pdftext is not installed beside mcpd");
  const Turn turn(*this, deadline, stop);
  try {
    return run(pdf, deadline, stop);
  } catch (const std::system_error& error) {
    throw died("its reader could not be started");
  }
}

std::string PdfExtractor::run(std::string_view pdf, Deadline deadline,
                              const std::stop_token& stop) const {
  const base::UniqueFd file = memory_file(pdf);
  Pipe pipe;
  base::ChildProcess child(
      {*helper_, std::to_string(limits_.memory), std::to_string(limits_.processor.count()),
       std::to_string(limits_.text)},
      {file.get(), pipe.write.get(), -1});
  pipe.write.reset();
  const std::string text = read_all(pipe.read.get(), limits_.text, deadline, stop);
  const auto status = child.wait(deadline, stop);
  if (!status) throw out_of_time();
  require_text(*status);
  return base::to_utf8(text);
}

}  // namespace fulltext

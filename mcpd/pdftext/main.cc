/// mcpd-pdftext MEMORY SECONDS OUTPUT: reads a PDF from the file on standard input and writes its
/// text to standard output, pages parted by a blank line. MEMORY and OUTPUT are bytes. Ends with a
/// status of outcome.h.
///
/// mcpd starts one for each PDF: whatever a hostile one does to the parser stays in here.

#include <csignal>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/number.h"
#include "common/base/write_all.h"
#include "mcpd/pdftext/confinement.h"
#include "mcpd/pdftext/outcome.h"
#include "mcpd/pdftext/pdf_document.h"

namespace {

using pdftext::Outcome;

[[noreturn]] void leave(Outcome outcome) {
  // What Poppler would tidy up goes with the process.
  ::_exit(static_cast<int>(outcome));
}

void leave_out_of_time(int /*signal*/) {
  leave(Outcome::kTime);
}

void leave_out_of_memory() {
  leave(Outcome::kMemory);
}

/// The file on standard input; its memory stays until the process ends.
std::string_view read_file() {
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) != 0 || status.st_size <= 0) leave(Outcome::kRejected);
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
  if (bytes == MAP_FAILED) leave(Outcome::kMemory);
  return {static_cast<const char*>(bytes), size};
}

/// Writes pages as they come; leaves when they pass `most` bytes.
class Output {
 public:
  explicit Output(std::size_t most) : left_(most) {}

  bool take(const std::string& page) {
    if (page.size() + kBetween.size() > left_) leave(Outcome::kOutput);
    left_ -= page.size() + kBetween.size();
    const std::string text = (first_ ? "" : std::string(kBetween)) + page;
    first_ = false;
    return base::write_all(STDOUT_FILENO, text);
  }

 private:
  static constexpr std::string_view kBetween = "\n\n";
  std::size_t left_;
  bool first_ = true;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return static_cast<int>(Outcome::kUsage);
  const auto memory = base::parse_number<std::size_t>(argv[1]);
  const auto seconds = base::parse_number<int>(argv[2]);
  const auto most = base::parse_number<std::size_t>(argv[3]);
  if (!memory || !seconds || !most) return static_cast<int>(Outcome::kUsage);
  std::set_new_handler(leave_out_of_memory);
  std::signal(SIGXCPU, leave_out_of_time);
  pdftext::load_converters();
  if (!pdftext::confine({*memory, std::chrono::seconds(*seconds)})) leave(Outcome::kUnconfined);
  Output output(*most);
  leave(pdftext::read_pages(read_file(),
                            [&output](const std::string& page) { return output.take(page); }));
}

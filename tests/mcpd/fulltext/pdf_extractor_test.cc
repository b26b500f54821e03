#include "mcpd/fulltext/pdf_extractor.h"

#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/mcpd/fulltext/pdf_writer.h"
#include "tests/support/process.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using base::Deadline;
using fulltext::PdfExtractor;
using fulltext::PdfLimits;
using testing::make_pdf;
using namespace std::chrono_literals;

std::string helper() {
  return testing::program("mcpd-pdftext");
}

/// A program that stands for the helper.
std::string script(const testing::TempDir& folder, const std::string& lines) {
  const std::string path = folder / "helper";
  std::ofstream(path) << "#!/bin/sh\n" << lines << "\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

/// The Fault that extracting throws, as `code reason limit`.
std::string failure(PdfExtractor& extractor, std::string_view pdf,
                    Deadline deadline = Deadline::after(20s), const std::stop_token& stop = {}) {
  try {
    extractor.extract(pdf, deadline, stop);
  } catch (const base::Fault& fault) {
    std::string text = std::to_string(static_cast<int>(fault.code())) + " " + fault.reason();
    for (const auto& [name, value] : fault.data())
      text += " " + std::get<std::string>(value);
    return text;
  }
  return "none";
}

// For helpers that do not look at it.
constexpr std::string_view kPdf = "1 0 obj";

}  // namespace

TEST_CASE("the text of a PDF, page by page") {
  PdfExtractor extractor(helper(), {});
  const std::string text =
      extractor.extract(make_pdf({"First page", "Second page"}), Deadline::after(20s), {});
  CHECK(text == "First page\n\nSecond page");
}

TEST_CASE("what holds no text, or is no PDF, is told apart from a failure") {
  PdfExtractor extractor(helper(), {});
  const std::string kFailed = "-32001 pdf_extraction_failed";
  CHECK(failure(extractor, make_pdf({""})) == kFailed);
  CHECK(failure(extractor, "This paper has no PDF.") == kFailed);
  CHECK(failure(extractor, "") == kFailed);
  CHECK(failure(extractor, "1 0 obj <<>> endobj") == kFailed);
  CHECK(failure(extractor, "%PDF-1.4\n%%EOF") == kFailed);
  CHECK(failure(extractor, make_pdf({"a"}).substr(0, 100)) == kFailed);
}

TEST_CASE("a web page in a PDF's place starts no helper") {
  PdfExtractor none(std::nullopt, {});
  CHECK(failure(none, "<!DOCTYPE html><p>One moment, please.") == "-32001 pdf_extraction_failed");
}

TEST_CASE("the limit that a PDF passes is named") {
  PdfExtractor text(helper(), {.text = 10});
  CHECK(failure(text, make_pdf({"more than ten bytes"})) == "-32001 pdf_extraction_failed text");
  const testing::TempDir folder;
  PdfExtractor memory(script(folder, "exit 1"), {});
  CHECK(failure(memory, kPdf) == "-32001 pdf_extraction_failed memory");
  PdfExtractor time(script(folder, "exit 82"), {});
  CHECK(failure(time, kPdf) == "-32001 pdf_extraction_failed time");
}

TEST_CASE("a helper that dies, or is not there, is a failure of its own") {
  const testing::TempDir folder;
  const std::string kDied = "-32000 ";
  for (const char* line : {"kill -SEGV $$", "echo half; kill -9 $$", "exit 84", "exit 3"}) {
    CAPTURE(line);
    PdfExtractor extractor(script(folder, line), {});
    CHECK(failure(extractor, kPdf) == kDied);
  }
  PdfExtractor missing(std::nullopt, {});
  CHECK(failure(missing, kPdf) == kDied);
  PdfExtractor wrong("/no/such/helper", {});
  CHECK(failure(wrong, kPdf) == kDied);
}

TEST_CASE("the deadline and a stop request end the work at once") {
  const testing::TempDir folder;
  PdfExtractor extractor(script(folder, "exec sleep 1000"), {});
  CHECK(failure(extractor, kPdf, Deadline::after(5ms)) == "-32004 ");
  std::stop_source stop;
  auto failed = std::async(std::launch::async, [&] {
    return failure(extractor, kPdf, Deadline::never(), stop.get_token());
  });
  stop.request_stop();
  CHECK(failed.get() == "-32011 ");
}

TEST_CASE("two are read at once; a third waits and can end without having begun") {
  const testing::TempDir folder;
  // Each says that it has begun, in a file of its own.
  PdfExtractor extractor(
      script(folder, "touch \"$(dirname \"$0\")/$$\"; cat >/dev/null; exec sleep 1000"), {});
  std::stop_source stop;
  const auto read = [&] { return failure(extractor, kPdf, Deadline::never(), stop.get_token()); };
  auto first = std::async(std::launch::async, read);
  auto second = std::async(std::launch::async, read);
  const auto begun = [&] {
    return std::distance(std::filesystem::directory_iterator(folder.path()), {}) - 1;
  };
  const auto end = Deadline::after(20s);
  while (begun() < 2 && !end.expired())
    std::this_thread::yield();
  CHECK(failure(extractor, kPdf, Deadline::after(5ms)) == "-32004 ");
  CHECK(begun() == 2);
  stop.request_stop();
  CHECK(first.get() == "-32011 ");
  CHECK(second.get() == "-32011 ");
}

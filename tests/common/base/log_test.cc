#include "common/base/log.h"

#include <algorithm>
#include <array>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/clock.h"
#include "common/base/journal.h"
#include "common/base/text.h"
#include "common/base/unique_fd.h"

namespace {

using base::Level;
using base::Log;

/// A pipe that a log writes into; what it holds is read at the end.
class Capture {
 public:
  Capture() {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    read_ = base::UniqueFd(ends[0]);
    write_ = base::UniqueFd(ends[1]);
  }
  int fd() const { return write_.get(); }
  /// JOURNAL_STREAM as systemd would set it for this pipe.
  std::string journal_stream() const {
    struct stat file {};
    REQUIRE(::fstat(fd(), &file) == 0);
    return std::to_string(file.st_dev) + ":" + std::to_string(file.st_ino);
  }
  std::string take() {
    write_.reset();
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = ::read(read_.get(), buffer.data(), buffer.size())) > 0;) {
      text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return text;
  }

 private:
  base::UniqueFd read_;
  base::UniqueFd write_;
};

TEST_CASE("levels have RFC 5424's names, in lower case") {
  const std::array<std::string_view, 8> names = {"debug", "info",     "notice", "warning",
                                                 "error", "critical", "alert",  "emergency"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto level = static_cast<Level>(i);
    CHECK(base::level_name(level) == names[i]);
    CHECK(base::parse_level(names[i]) == level);
  }
  for (const char* word : {"", "INFO", "warn", "debug ", "trace", "6"}) {
    CAPTURE(word);
    CHECK_FALSE(base::parse_level(word));
  }
}

TEST_CASE("a record is a time, a level and a message on one line") {
  Capture capture;
  const Log log(capture.fd(), Level::kInfo, "");
  log.warning("two\nlines\t\x1B[31m \xFF");
  const std::string line = capture.take();
  const auto words = base::split(line, ' ');
  REQUIRE(words.size() > 2);
  CHECK(base::parse_iso(words[0]));
  CHECK(words[1] == "warning");
  CHECK(line.substr(words[0].size()) == " warning two lines  [31m \xEF\xBF\xBD\n");
}

TEST_CASE("the threshold decides what is written") {
  for (int threshold = 0; threshold < 8; ++threshold) {
    Capture capture;
    const Log log(capture.fd(), static_cast<Level>(threshold), "");
    int expected = 0;
    for (int level = 0; level < 8; ++level) {
      CHECK(log.writes(static_cast<Level>(level)) == (level >= threshold));
      log.write(static_cast<Level>(level), "x");
      expected += level >= threshold ? 1 : 0;
    }
    const std::string text = capture.take();
    CHECK(std::count(text.begin(), text.end(), '\n') == expected);
  }
}

TEST_CASE("the journal gets a level prefix instead of a time, other streams do not") {
  Capture journal;
  const Log log(journal.fd(), Level::kDebug, journal.journal_stream());
  CHECK(base::journal_prefix(journal.fd(), Level::kError, journal.journal_stream()) == "<3>");
  log.debug("a");
  log.info("b");
  log.notice("c");
  log.warning("d");
  log.error("e");
  log.write(Level::kEmergency, "f");
  CHECK(journal.take() == "<7>a\n<6>b\n<5>c\n<4>d\n<3>e\n<0>f\n");

  for (const char* stream : {"1:1", "garbage", ""}) {
    CAPTURE(stream);
    Capture other;
    CHECK(base::journal_prefix(other.fd(), Level::kError, stream).empty());
    Log(other.fd(), Level::kDebug, stream).info("x");
    CHECK_FALSE(other.take().starts_with("<6>"));
  }
}

TEST_CASE("a message is cut where the log would be flooded") {
  Capture capture;
  Log(capture.fd(), Level::kInfo, "").info(std::string(50'000, 'x'));
  const std::string line = capture.take();
  CHECK(line.ends_with("xxx...\n"));
  CHECK(std::count(line.begin(), line.end(), 'x') == base::kLongestMessage);
}

TEST_CASE("lines of several threads do not mix") {
  Capture capture;
  const Log log(capture.fd(), Level::kInfo, capture.journal_stream());
  {
    std::vector<std::jthread> writers;
    for (const char letter : {'a', 'b', 'c', 'd'}) {
      writers.emplace_back([&log, letter] {
        for (int i = 0; i < 50; ++i) {
          log.info(std::string(60, letter));
        }
      });
    }
  }
  int lines = 0;
  const std::string text = capture.take();
  for (const std::string_view line : base::split(text, '\n')) {
    if (line.empty()) continue;
    ++lines;
    CHECK(line.substr(3) == std::string(60, line.back()));
  }
  CHECK(lines == 200);
}

TEST_CASE("no log writes nowhere, and a closed stream is no failure") {
  CHECK_FALSE(Log::none().writes(Level::kEmergency));
  Log::none().error("unheard");
  Capture capture;
  const Log log(capture.fd(), Level::kInfo, "");
  CHECK(capture.take().empty());
  log.error("unheard");
}

TEST_CASE("a lossy log drops what nobody reads and never waits") {
  Capture capture;
  const Log log = Log(capture.fd(), Level::kDebug, "").lossy();
  for (int i = 0; i < 10000; ++i)
    log.info("record " + std::to_string(i) + " " + std::string(2000, 'x'));
  const std::string text = capture.take();
  CHECK(text.find("info record 0 x") != std::string::npos);
  CHECK(text.find("info record 9999 x") == std::string::npos);
  CHECK(text.back() == '\n');
  CHECK(text.find(std::string(base::kLongestLossyMessage, 'x')) == std::string::npos);
}

}  // namespace

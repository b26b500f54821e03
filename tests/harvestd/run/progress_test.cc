#include "harvestd/run/progress.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/unique_fd.h"

namespace {

using harvest::milliseconds;
using harvest::Progress;
using harvest::Style;
using harvest::Totals;

/// Both ends of a channel that is read without waiting.
struct Channel {
  base::UniqueFd read;
  base::UniqueFd write;

  /// What has been written so far.
  std::string take() const {
    std::string text;
    std::array<char, 65536> buffer{};
    // To the read that finds nothing: a terminal hands on what it has by and by until then.
    for (ssize_t size = 1; size > 0;) {
      size = ::read(read.get(), buffer.data(), buffer.size());
      if (size > 0) text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return text;
  }
};

Channel pipe_channel() {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0);
  return {base::UniqueFd(ends[0]), base::UniqueFd(ends[1])};
}

/// A terminal of `columns` columns.
Channel terminal(unsigned short columns) {
  base::UniqueFd master(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK));
  REQUIRE(master);
  REQUIRE(::grantpt(master.get()) == 0);
  REQUIRE(::unlockpt(master.get()) == 0);
  base::UniqueFd slave(::open(::ptsname(master.get()), O_RDWR | O_NOCTTY));
  REQUIRE(slave);
  winsize size{};
  size.ws_col = columns;
  size.ws_row = 24;
  REQUIRE(::ioctl(slave.get(), TIOCSWINSZ, &size) == 0);
  return {std::move(master), std::move(slave)};
}

Totals totals(std::int64_t pages) {
  Totals totals;
  totals.pages = pages;
  totals.records = pages * 1300;
  totals.last_datestamp = "2011-05-31";
  return totals;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST_CASE("the style follows the output and the flags") {
  const Channel pipe = pipe_channel();
  const Channel screen = terminal(80);
  CHECK(harvest::style_for(pipe.write.get(), false, false) == Style::kPlain);
  CHECK(harvest::style_for(screen.write.get(), false, false) == Style::kLive);
  CHECK(harvest::style_for(screen.write.get(), true, false) == Style::kQuiet);
  CHECK(harvest::style_for(screen.write.get(), false, true) == Style::kJson);
  CHECK(harvest::style_for(screen.write.get(), true, true) == Style::kJson);
}

TEST_CASE("plain lines come at most every ten seconds; the manager is told as often") {
  const Channel out = pipe_channel();
  const base::Log log = base::Log::none();
  std::vector<std::string> told;
  Progress progress(Style::kPlain, out.write.get(), log,
                    [&](const std::string& line) { told.push_back(line); });
  progress.announce("Asking arXiv.");
  for (std::int64_t page = 1; page <= 50; ++page)
    progress.advance(totals(page));
  const std::string before = out.take();
  CHECK(count(before, "\n") == 2);
  CHECK(before.find("Asking arXiv.\n1 page, 1,300 records") == 0);
  progress.finish("drained", totals(50));
  CHECK(out.take().find("Harvest complete (drained): 50 pages, 65,000 records") == 0);
  REQUIRE(told.size() == 3);
  CHECK(told[0] == "Asking arXiv.");
  CHECK(told[1].find("1 page, 1,300 records") == 0);
  CHECK(told[2].find("Harvest complete") == 0);
}

TEST_CASE("JSON is one object a line, its last one the end") {
  const Channel out = pipe_channel();
  const base::Log log = base::Log::none();
  Progress progress(Style::kJson, out.write.get(), log, [](const std::string&) {});
  progress.announce("Asking arXiv.");
  progress.advance(totals(1));
  progress.advance(totals(2));
  progress.fail("failed", "It broke.", "");
  const std::string text = out.take();
  CHECK(count(text, "\n") == 2);
  CHECK(text.find(R"({"event":"progress","pages":1,)") == 0);
  CHECK(count(text, R"({"event":"end","outcome":"failed","pages":2,)") == 1);
}

TEST_CASE("a live line is cut between characters") {
  const Channel screen = terminal(10);
  const base::Log log = base::Log::none();
  Progress progress(Style::kLive, screen.write.get(), log, [](const std::string&) {});
  progress.announce("Jörg Müller waits");
  CHECK(screen.take() == "\r\x1b[KJörg Müll");
  progress.step("Übermäßig lang");
  CHECK(screen.take() == "\r\x1b[KÜbermäßig");
}

TEST_CASE("a report says whether it was written") {
  const base::Log log = base::Log::none();
  const Channel out = pipe_channel();
  CHECK(Progress(Style::kQuiet, out.write.get(), log, [](const std::string&) {}).report("a\n"));
  CHECK(out.take() == "a\n");
  const base::UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  CHECK_FALSE(Progress(Style::kQuiet, full.get(), log, [](const std::string&) {}).report("a\n"));
}

TEST_CASE("the first fill is shown as pages are, whatever the style") {
  struct Case {
    Style style;
    std::string shown;
  };
  const Case cases[] = {
      {Style::kPlain, "indexing 3/8 papers\n"},
      {Style::kJson, R"({"event":"indexing","indexed":3,"papers":8,)"},
      {Style::kQuiet, ""},
  };
  for (const Case& one : cases) {
    const Channel out = pipe_channel();
    const base::Log log = base::Log::none();
    std::vector<std::string> told;
    Progress progress(one.style, out.write.get(), log,
                      [&](const std::string& line) { told.push_back(line); });
    progress.index({3, 8});
    progress.index({6, 8});  // too early to be told
    const std::string shown = out.take();
    CHECK(shown.substr(0, one.shown.size()) == one.shown);
    CHECK(shown.empty() == one.shown.empty());
    CHECK(shown.find("6") == std::string::npos);
    CHECK(told == std::vector<std::string>{"indexing 3/8 papers"});
  }
}

TEST_CASE("each whole line has the prefix that the journal wants") {
  const Channel out = pipe_channel();
  const base::Log log = base::Log::none();
  Progress progress(
      Style::kPlain, out.write.get(), log, [](const std::string&) {}, "<6>");
  progress.announce("Asking arXiv.");
  progress.finish("drained", totals(1));
  CHECK(out.take().find("<6>Asking arXiv.\n<6>Harvest complete") == 0);
}

TEST_CASE("quiet writes nothing") {
  const Channel out = pipe_channel();
  const base::Log log = base::Log::none();
  {
    Progress progress(Style::kQuiet, out.write.get(), log, [](const std::string&) {});
    progress.announce("Asking arXiv.");
    progress.advance(totals(1));
    progress.warn("no");
    progress.finish("drained", totals(1));
    progress.fail("failed", "no", "");
  }
  CHECK(out.take().empty());
}

TEST_CASE("the live line is rewritten in place, within the terminal, and gone at the end") {
  const Channel screen = terminal(30);
  const Channel errors = pipe_channel();
  const base::Log log(errors.write.get(), base::Level::kInfo, "");
  {
    Progress progress(Style::kLive, screen.write.get(), log, [](const std::string&) {});
    progress.announce(std::string(200, 'a'));
    progress.advance(totals(1));
    const std::string shown = screen.take();
    CHECK(count(shown, "\r\x1b[K") == 2);
    CHECK(count(shown, "\n") == 0);
    CHECK(shown.size() <= 2 * (4 + 29));
    progress.warn("HTTP 503");
    CHECK(screen.take() == "\r\x1b[K");
    CHECK(errors.take().find(" warning HTTP 503\n") != std::string::npos);
    progress.wait("HTTP 503.", milliseconds(60'000));
    CHECK(screen.take().find("\r\x1b[KAsking again at ") == 0);
    CHECK(errors.take().find(" warning HTTP 503. Asking again in 1 min 00 s.\n") !=
          std::string::npos);
    progress.advance(totals(1));
    CHECK(screen.take().find("\r\x1b[Kup to 2011-05-31") == 0);  // without delay
    screen.take();
    progress.finish("drained", totals(1));
    CHECK(screen.take().find("\r\x1b[KHarvest complete") == 0);
  }
  CHECK(screen.take().empty());
}

TEST_CASE("an output that nobody reads stops nothing: what has no room is dropped") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);  // writes wait for room
  const base::UniqueFd unread(ends[0]);
  const base::UniqueFd full(ends[1]);
  REQUIRE(::fcntl(full.get(), F_SETPIPE_SZ, 4096) == 4096);
  REQUIRE(::write(full.get(), std::string(4096, 'x').data(), 4096) == 4096);
  const base::Log log = base::Log::none();
  Progress progress(Style::kPlain, full.get(), log, [](const std::string&) {});
  progress.announce("Asking arXiv.");
  progress.advance(totals(1));
  progress.finish("drained", totals(1));
  int waiting = 0;
  CHECK(::ioctl(unread.get(), FIONREAD, &waiting) == 0);
  CHECK(waiting == 4096);
}

TEST_CASE("an output that is gone ends nothing") {
  Channel out = pipe_channel();
  const base::Log log = base::Log::none();
  Progress progress(Style::kPlain, out.write.get(), log, [](const std::string&) {});
  out.write.reset();
  progress.advance(totals(1));
  progress.finish("drained", totals(1));
  CHECK(out.take().empty());
}

}  // namespace

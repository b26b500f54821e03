// Turns that several processes share; each Pacer here is one, for locks are those of an open file.
#include "common/pacing/shared_slot.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/pacing/pacer.h"
#include "tests/support/temp_dir.h"

namespace {

namespace fs = std::filesystem;
using base::Deadline;
using pacing::Pacer;
using pacing::SharedSlot;
using pacing::Turn;
using std::chrono::milliseconds;
using Clock = Deadline::Clock;

constexpr milliseconds kDelay(60);
constexpr std::chrono::seconds kAtOnce(3);  // on a busy machine, too
constexpr const char* kName = "api-arxiv.example";

struct Setting {
  testing::TempDir dir;
  std::string folder = dir / "arxiv-mirror";
  std::string file = folder + "/" + kName;

  pacing::Slot slot(milliseconds delay = kDelay) const {
    return {"API", delay, "https://arxiv.example/api", {folder}};
  }
};

Turn take(Pacer& pacer) {
  return pacer.take_turn(Deadline::never(), {});
}

/// How long a turn takes to come.
milliseconds wait_of(Pacer& pacer) {
  const auto begin = Clock::now();
  const Turn turn = take(pacer);
  return std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
}

void wait_for_queue(const Pacer& pacer, std::size_t length) {
  while (pacer.waiting() < length)
    std::this_thread::yield();
}

TEST_CASE("a host's file is named by its slot and its address, whatever that holds") {
  CHECK(pacing::slot_file_name("API", "https://export.arxiv.org/api") == "api-export.arxiv.org");
  CHECK(pacing::slot_file_name("OAI", "http://user:word@127.0.0.1:8080") == "oai-127.0.0.1_8080");
  CHECK(pacing::slot_file_name("OAI", "http://[::1]:80/oai") == "oai-___1__80");
  CHECK(pacing::slot_file_name("API", "http://../../x") == "api-..");
  CHECK(pacing::slot_file_name("API", std::string(5000, 'h')).size() < 130);
}

TEST_CASE("another process's turn keeps the pause to ours, and one request is open at a time") {
  const Setting setting;
  Pacer one(setting.slot());
  Pacer two(setting.slot());
  std::optional<Turn> turn = take(one);
  Clock::time_point begun;
  std::jthread other([&] {
    const Turn next = take(two);
    begun = Clock::now();
  });
  CHECK_THROWS_AS(two.take_turn(Deadline::after(milliseconds(30)), {}), base::Fault);
  const auto end = Clock::now();
  turn.reset();
  other.join();
  CHECK(begun - end >= kDelay - milliseconds(1));
}

TEST_CASE("processes take turns in the order of asking, one each in a round") {
  const Setting setting;
  constexpr int kProcesses = 4;
  constexpr int kRounds = 5;
  std::vector<std::unique_ptr<Pacer>> pacers;
  for (int process = 0; process < kProcesses; ++process)
    pacers.push_back(std::make_unique<Pacer>(setting.slot(milliseconds(10))));
  std::mutex mutex;
  std::vector<int> order;
  std::vector<std::jthread> threads;
  std::optional<Turn> first = take(*pacers[0]);
  for (int process = 0; process < kProcesses; ++process) {
    for (int call = 0; call < kRounds; ++call) {
      threads.emplace_back([&, process] {
        const Turn turn = take(*pacers[static_cast<std::size_t>(process)]);
        const std::lock_guard lock(mutex);
        order.push_back(process);
      });
    }
    wait_for_queue(*pacers[static_cast<std::size_t>(process)], kRounds);
  }
  first.reset();
  threads.clear();
  REQUIRE(order.size() == kProcesses * kRounds);
  for (std::size_t at = 0; at + kProcesses <= order.size(); ++at) {
    CAPTURE(at);
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(at);
    for (int process = 0; process < kProcesses; ++process)
      CHECK(std::count(begin, begin + kProcesses, process) <= 2);
  }
}

TEST_CASE("a cooldown that one process sets is kept by all, also without a turn") {
  const Setting setting;
  Pacer one(setting.slot());
  Pacer two(setting.slot());
  one.cool_down(milliseconds(250));
  CHECK(wait_of(two) >= milliseconds(245));
}

TEST_CASE("who leaves the queue makes room at once") {
  const Setting setting;
  Pacer one(setting.slot());
  Pacer two(setting.slot());
  std::optional<Turn> open = take(one);
  std::stop_source stop;
  std::jthread waiting(
      [&] { CHECK_THROWS_AS(two.take_turn(Deadline::never(), stop.get_token()), base::Fault); });
  wait_for_queue(two, 1);
  const auto begin = Clock::now();
  stop.request_stop();
  waiting.join();
  CHECK(Clock::now() - begin < kAtOnce);
  open.reset();
  CHECK(wait_of(one) < kAtOnce);
}

TEST_CASE("a process that was killed in its request is followed after one delay") {
  const Setting setting;
  SharedSlot killed({setting.folder}, kName, kDelay);
  SharedSlot next({setting.folder}, kName, kDelay);
  REQUIRE_FALSE(killed.try_begin());
  REQUIRE(next.try_begin());
  killed.leave();  // what the kernel does: the locks go, the file says that a request is open
  std::this_thread::sleep_for(milliseconds(5));
  const auto begin = pacing::boot_now();
  auto wait = next.try_begin();
  REQUIRE(wait);
  CHECK(*wait > kDelay - milliseconds(5));
  while ((wait = next.try_begin()))
    std::this_thread::sleep_for(*wait);
  CHECK(pacing::boot_now() - begin >= kDelay);
}

/// A process that is next and stands still, in a queue where the last request ended `since` ago.
struct StoppedHead {
  StoppedHead(const Setting& setting, milliseconds since)
      : head({setting.folder}, kName, kDelay),
        file(pacing::SlotFile::open({setting.folder}, kName)) {
    pacing::SlotState state;
    state.end = pacing::boot_now() - since;
    file.write(state);
    const pacing::SlotLock request(file, pacing::SlotFile::kRequest);
    REQUIRE(head.try_begin());  // draws its ticket, but a request is open
  }
  SharedSlot head;
  pacing::SlotFile file;
};

TEST_CASE("who is next and does not begin for five seconds is passed over, and loses nothing") {
  const Setting setting;
  StoppedHead stopped(setting, kDelay + milliseconds(5'001));
  SharedSlot next({setting.folder}, kName, kDelay);
  CHECK_FALSE(next.try_begin());
  next.end();
  SharedSlot later({setting.folder}, kName, kDelay);
  REQUIRE(later.try_begin());
  std::this_thread::sleep_for(kDelay);
  CHECK(later.try_begin());  // the one that stood still is next again
  CHECK_FALSE(stopped.head.try_begin());
}

TEST_CASE("who is next is not passed over within five seconds, nor is a cooldown") {
  const Setting setting;
  const StoppedHead stopped(setting, milliseconds(1'000));
  SharedSlot next({setting.folder}, kName, kDelay);
  CHECK(next.try_begin());
  const Setting cooled;
  const StoppedHead cooling(cooled, milliseconds(60'000));
  SharedSlot waiting({cooled.folder}, kName, kDelay);
  waiting.cool_down(milliseconds(1));
  CHECK(waiting.try_begin());
}

TEST_CASE("a home without a cache folder gets one, for its owner alone") {
  const testing::TempDir home;
  const std::string folder = home / ".cache/arxiv-mirror";
  {
    Pacer pacer({"API", kDelay, "https://arxiv.example", {home / "missing/arxiv-mirror", folder}});
    take(pacer);
  }
  CHECK(fs::exists(folder + "/" + kName));
  for (const std::string& made : {folder, home / ".cache"}) {
    struct stat status {};
    REQUIRE(::stat(made.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0700);
  }
  CHECK_FALSE(fs::exists(home / "missing"));
}

TEST_CASE("hostile content of the file holds nobody up and is replaced") {
  const Setting setting;
  fs::create_directory(setting.folder);
  fs::permissions(setting.folder, fs::perms::owner_all);
  for (const std::string& content :
       {std::string(), std::string("garbage"), std::string(100'000, '9'),
        std::string(
            "arxiv-mirror-slot-1 unknown 9223372036854775807 9223372036854775807 - - 0\n")}) {
    std::ofstream(setting.file, std::ios::trunc) << content;
    fs::permissions(setting.file, fs::perms::owner_read | fs::perms::owner_write);
    Pacer pacer(setting.slot());
    CHECK(wait_of(pacer) < kAtOnce);
    Pacer next(setting.slot());
    CHECK(wait_of(next) >= kDelay - milliseconds(10));
  }
}

TEST_CASE("the file is this user's alone, and a child does not inherit it") {
  const Setting setting;
  Pacer pacer(setting.slot());
  const Turn turn = take(pacer);
  struct stat status {};
  REQUIRE(::stat(setting.file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  REQUIRE(::stat(setting.folder.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
  int found = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (fs::read_symlink(entry, gone) != setting.file) continue;
    ++found;
    CHECK((::fcntl(std::stoi(entry.path().filename()), F_GETFD) & FD_CLOEXEC) != 0);
  }
  CHECK(found == 1);
}

TEST_CASE("a link, another kind of file and an open folder are not used; the next place is") {
  const Setting setting;
  const std::string second = setting.dir / "second";
  const std::string target = setting.dir.write("target", "precious");
  fs::create_directory(setting.folder);
  const auto use = [&] {
    pacing::Slot slot = setting.slot();
    slot.folders.push_back(second);
    Pacer pacer(slot);
    take(pacer);
  };
  SUBCASE("a link to a file") {
    fs::create_symlink(target, setting.file);
  }
  SUBCASE("a pipe") {
    REQUIRE(::mkfifo(setting.file.c_str(), 0600) == 0);
  }
  SUBCASE("a folder that others may write") {
    fs::permissions(setting.folder, fs::perms::all);
  }
  SUBCASE("a link to a folder") {
    fs::remove(setting.folder);
    fs::create_symlink(setting.dir.path(), setting.folder);
  }
  use();
  CHECK(fs::exists(second + "/" + kName));
  CHECK(testing::read_file(target) == "precious");
  CHECK_FALSE(fs::exists(setting.dir / kName));
}

TEST_CASE("without a place pauses are kept in the process, and one warning says so") {
  const testing::TempDir dir;
  const std::string log_file = dir.write("log", "");
  const base::UniqueFd fd(::open(log_file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  pacing::Slot slot{"API", kDelay, "https://arxiv.example", {dir / "missing/arxiv-mirror"}};
  Pacer pacer(slot, base::Log(fd.get(), base::Level::kInfo, ""));
  { const Turn turn = take(pacer); }
  CHECK(wait_of(pacer) >= kDelay - milliseconds(1));
  const std::string log = testing::read_file(log_file);
  CHECK(log.find("cannot be seen") != std::string::npos);
  CHECK(std::count(log.begin(), log.end(), '\n') == 1);
}

TEST_CASE("a file that is removed while somebody waits is made anew") {
  const Setting setting;
  SharedSlot slot({setting.folder}, kName, kDelay);
  SharedSlot other({setting.folder}, kName, kDelay);
  REQUIRE_FALSE(other.try_begin());
  REQUIRE(slot.try_begin());
  fs::remove(setting.file);
  CHECK_FALSE(slot.try_begin());
  CHECK(fs::exists(setting.file));
}

}  // namespace

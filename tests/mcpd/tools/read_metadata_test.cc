#include "mcpd/tools/read_metadata.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/mcpd/quiet_call.h"
#include "tests/mcpd/test_mirror.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using base::Deadline;
using base::Fault;
using std::chrono::milliseconds;
using tools::ReadMetadata;

/// arXiv's answer to one identifier, and what it was asked.
struct FakeArxiv {
  std::string paper;  ///< its versioned id; empty: there is none
  std::optional<int> latest_version;
  std::optional<Fault> failure;
  bool silent = false;
  int asked = 0;
  live::Patience patience;

  live::Found look_up(const arxiv::PaperId&, const live::Patience& waits) {
    ++asked;
    patience = waits;
    if (silent && base::wait_until(waits.deadline, waits.stop)) {
      throw Fault(Code::kTimeout, "", "late");
    }
    if (silent) throw base::cancelled();
    if (failure) throw Fault(*failure);
    live::Found found{{}, latest_version};
    if (!paper.empty()) found.paper.emplace().id = paper;
    return found;
  }
};

/// A mirror that holds one paper at version 3 and one at version 1, and arXiv before it.
class Setting {
 public:
  explicit Setting(milliseconds wait = std::chrono::minutes(1), bool with_mirror = true)
      : pool_(folder_ / "mirror.db", std::chrono::minutes(5), log_),
        metadata_(
            with_mirror ? &pool_ : nullptr, wait,
            [this](const arxiv::PaperId& id, const live::Patience& patience) {
              return arxiv.look_up(id, patience);
            },
            log_) {
    testing::make_mirror(path(), {{"2401.00001", "3"}, {"2401.00002", "1"}});
  }

  std::string path() const { return folder_ / "mirror.db"; }
  ReadMetadata::Target find(std::string_view id, const std::stop_token& stop = {}) const {
    mcp::Call call = testing::quiet_call();
    call.stop = stop;
    return metadata_.find(arxiv::parse_paper_id(id).value(),
                          Deadline::after(std::chrono::minutes(1)), call);
  }
  Fault failure_of(std::string_view id, const std::stop_token& stop = {}) const {
    try {
      find(id, stop);
    } catch (const Fault& fault) {
      return fault;
    }
    throw std::logic_error("found");
  }

  FakeArxiv arxiv;

 private:
  testing::TempDir folder_;
  base::Log log_ = base::Log::none();
  mirror::ReaderPool pool_;
  ReadMetadata metadata_;
};

Fault outage() {
  return {Code::kServiceUnavailable, "", "arXiv is away."};
}

TEST_CASE("item 94: a version that the mirror holds exactly needs no look-up") {
  Setting setting;
  const auto target = setting.find("2401.00001v3");
  CHECK(target.paper.id == "2401.00001v3");
  CHECK_FALSE(target.only_version);
  CHECK(setting.arxiv.asked == 0);
}

TEST_CASE("arXiv goes before the mirror for the latest version and for another one") {
  Setting setting;
  setting.arxiv.paper = "2401.00001v4";
  CHECK(setting.find("2401.00001").paper.id == "2401.00001v4");
  CHECK(setting.arxiv.patience.has_other_answer);
  setting.arxiv.paper = "2401.00001v2";
  CHECK(setting.find("2401.00001v2").paper.id == "2401.00001v2");
  CHECK_FALSE(setting.arxiv.patience.has_other_answer);
  CHECK(setting.arxiv.asked == 2);
}

TEST_CASE("item 89: only arXiv itself can say that version 1 is the only one") {
  Setting setting;
  setting.arxiv.paper = "2401.00002v1";
  CHECK(setting.find("2401.00002").only_version);
  setting.arxiv.failure = outage();
  CHECK_FALSE(setting.find("2401.00002").only_version);
  setting.arxiv.failure.reset();
  setting.arxiv.paper = "2401.00009v1";
  CHECK(setting.find("2401.00009").only_version);
  CHECK_FALSE(setting.find("2401.00009v1").only_version);
}

TEST_CASE(
    "item 95: a look-up that is still pending is withdrawn for a paper that the mirror holds") {
  Setting setting(milliseconds(20));
  setting.arxiv.silent = true;
  CHECK(setting.find("2401.00001").paper.id == "2401.00001v3");
  setting.arxiv.silent = false;
  setting.find("2401.00002v1");
  setting.arxiv.paper = "2401.00009v1";
  setting.find("2401.00009");
  CHECK(setting.arxiv.patience.deadline.remaining() > std::chrono::seconds(30));
}

TEST_CASE("whatever way arXiv fails, the mirror answers for what it holds") {
  for (const Code code : {Code::kServiceUnavailable, Code::kTimeout, Code::kRateLimited,
                          Code::kInvalidRequest, Code::kSerialization}) {
    Setting setting;
    setting.arxiv.failure = Fault(code, "", "arXiv failed.");
    CHECK(setting.find("2401.00001").paper.id == "2401.00001v3");
    const Fault pinned = setting.failure_of("2401.00001v2");
    CHECK(pinned.code() == Code::kServiceUnavailable);
    CHECK(pinned.reason() == "version_unavailable");
    CHECK(pinned.retryable() == true);
    CHECK(std::get<std::string>(*pinned.find("mirrorVersion")) == "3");
  }
}

TEST_CASE(
    "item 96: arXiv's own failure stands where the mirror lacks the paper or cannot be read") {
  Setting setting;
  setting.arxiv.failure = outage();
  CHECK(setting.failure_of("2401.00009").message() == outage().message());
  testing::change_mirror(setting.path(), "DROP TABLE papers");
  CHECK(setting.failure_of("2401.00001").message() == outage().message());
  Setting without(milliseconds(20), false);
  without.arxiv.failure = outage();
  CHECK(without.failure_of("2401.00001v3").message() == outage().message());
}

TEST_CASE("a withdrawn read stays withdrawn, whatever the mirror holds") {
  Setting setting;
  setting.arxiv.silent = true;
  std::stop_source stop;
  stop.request_stop();
  CHECK(setting.failure_of("2401.00001", stop.get_token()).code() == Code::kCancelled);
}

TEST_CASE("what arXiv does not have is told as such, even where the mirror holds the paper") {
  Setting setting;
  CHECK(setting.failure_of("2401.00001").reason() == "no_match");
  CHECK(setting.failure_of("2401.00009v7").reason() == "no_match");
  setting.arxiv.latest_version = 2;
  const Fault fault = setting.failure_of("hep-th/9901001v1");
  CHECK(fault.reason() == "version_not_served");
  CHECK(fault.retryable() == false);
  CHECK(fault.message().find("https://arxiv.org/pdf/hep-th/9901001v1") != std::string::npos);
}

}  // namespace

#include "mcpd/tools/paper_lookup.h"

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "tests/mcpd/quiet_call.h"
#include "tests/mcpd/test_mirror.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using base::Fault;
using tools::LookupResult;
using tools::Origin;
using tools::PaperLookup;

/// arXiv as a list of what it has, with a record of what it was asked.
struct FakeArxiv {
  std::vector<std::string> papers;  ///< versioned ids
  std::optional<int> not_served;    ///< the latest version, alone served of papers of the old style
  std::optional<Fault> failure;
  std::vector<std::vector<std::string>> asked;

  std::vector<live::Found> look_up(std::span<const arxiv::PaperId> ids) {
    std::vector<std::string> names;
    std::vector<live::Found> slots;
    for (const arxiv::PaperId& id : ids) {
      names.push_back(id.canonical());
      slots.push_back({find(id)});
      if (id.is_old_style() && id.is_pinned() && not_served) slots.back() = {{}, not_served};
    }
    asked.push_back(std::move(names));
    if (failure) throw Fault(*failure);
    return slots;
  }

  std::optional<arxiv::Paper> find(const arxiv::PaperId& id) const {
    for (const std::string& name : papers) {
      const auto known = arxiv::parse_paper_id(name).value();
      if (known.base != id.base || (id.is_pinned() && id.version != known.version)) continue;
      arxiv::Paper paper;
      paper.id = name;
      return paper;
    }
    return std::nullopt;
  }
};

/// A mirror with one paper at version 3 and one at version 1, and an arXiv behind it.
class Setting {
 public:
  explicit Setting(bool with_mirror = true, bool fallback = true)
      : pool_(folder_ / "mirror.db", std::chrono::minutes(5), log_),
        lookup_(
            with_mirror ? &pool_ : nullptr, fallback,
            [this](std::span<const arxiv::PaperId> ids, base::Deadline, const std::stop_token&) {
              return arxiv.look_up(ids);
            },
            log_) {}

  void fill() const {
    testing::make_mirror(path(), {{"2401.00001", "3"}, {"hep-th/9901001", "1"}});
  }
  std::string path() const { return folder_ / "mirror.db"; }

  LookupResult find(const std::vector<std::string>& texts) const {
    std::vector<arxiv::PaperId> ids;
    for (const std::string& text : texts)
      ids.push_back(arxiv::parse_paper_id(text).value());
    return lookup_.find(ids, testing::quiet_call());
  }

  FakeArxiv arxiv;

 private:
  testing::TempDir folder_;
  base::Log log_ = base::Log::none();
  mirror::ReaderPool pool_;
  PaperLookup lookup_;
};

/// Each outcome in one word: the paper's id or the reason.
std::vector<std::string> words(const LookupResult& result) {
  std::vector<std::string> out;
  for (const auto& outcome : result.outcomes)
    out.push_back(outcome.paper ? outcome.paper->id : outcome.miss.reason);
  return out;
}

using Words = std::vector<std::string>;

TEST_CASE("the mirror answers alone for what it holds") {
  Setting setting;
  setting.fill();
  const LookupResult result = setting.find({"hep-th/9901001", "2401.00001v3", "2401.00001"});
  CHECK(words(result) == Words{"hep-th/9901001v1", "2401.00001v3", "2401.00001v3"});
  CHECK(result.origin.source == Origin::Source::kMirror);
  CHECK(result.origin.as_of == "2024-02-01");
  CHECK(result.origin.live_reason.empty());
  CHECK(setting.arxiv.asked.empty());
  CHECK(result.outcomes[0].paper->published == "2024-01-10T09:00:00Z");
}

TEST_CASE("item 62: arXiv is asked once, for what the mirror lacks alone") {
  Setting setting;
  setting.fill();
  setting.arxiv.papers = {"2401.00001v1", "2402.00009v4"};
  const LookupResult result =
      setting.find({"2402.00009", "hep-th/9901001", "2401.00001v1", "2402.00010"});
  CHECK(words(result) == Words{"2402.00009v4", "hep-th/9901001v1", "2401.00001v1", "not_in_arxiv"});
  CHECK(setting.arxiv.asked == std::vector<Words>{{"2402.00009", "2401.00001v1", "2402.00010"}});
  CHECK(result.origin.source == Origin::Source::kMixed);
  CHECK(result.origin.as_of == "2024-02-01");
  CHECK(result.origin.live_reason == "not_in_mirror");
}

TEST_CASE("a pin the mirror has at another version goes live under that reason") {
  Setting setting;
  setting.fill();
  setting.arxiv.papers = {"2401.00001v1"};
  const LookupResult result = setting.find({"2401.00001v1"});
  CHECK(words(result) == Words{"2401.00001v1"});
  CHECK(result.origin.source == Origin::Source::kLive);
  CHECK(result.origin.as_of.empty());
  CHECK(result.origin.live_reason == "version_not_in_mirror");
}

TEST_CASE("item 63, decision 49: without live fallback the mirror's own reasons stand") {
  Setting setting(true, false);
  setting.fill();
  const LookupResult result =
      setting.find({"2401.00001", "2401.00001v1", "2402.00009", "2402.00009v2"});
  CHECK(words(result) ==
        Words{"2401.00001v3", "version_not_in_mirror", "not_in_mirror", "version_not_in_mirror"});
  CHECK(result.outcomes[1].miss.detail == "The mirror holds version 3.");
  CHECK(setting.arxiv.asked.empty());
  CHECK(result.origin.source == Origin::Source::kMirror);
}

TEST_CASE("a version that arXiv does not serve keeps that reason beside what the mirror holds") {
  Setting setting;
  setting.fill();
  setting.arxiv.not_served = 3;
  const LookupResult result = setting.find({"hep-th/9901001v2", "2401.00001"});
  CHECK(words(result) == Words{"version_not_served", "2401.00001v3"});
  CHECK(result.outcomes[0].miss.detail ==
        "arXiv's API serves the latest version alone, which is v3; the PDF of this one is at "
        "https://arxiv.org/pdf/hep-th/9901001v2.");
  CHECK(result.origin.source == Origin::Source::kMixed);
}

TEST_CASE("a mirror that is not ready sends everything live, whatever the fallback") {
  for (const bool fallback : {true, false}) {
    Setting setting(true, fallback);
    setting.arxiv.papers = {"2401.00001v5"};
    const LookupResult result = setting.find({"2401.00001", "2402.00009"});
    CHECK(words(result) == Words{"2401.00001v5", "not_in_arxiv"});
    CHECK(result.origin.source == Origin::Source::kLive);
    CHECK(result.origin.live_reason == "mirror_not_ready");
    CHECK(result.origin.as_of.empty());
  }
}

TEST_CASE("a mirror that is switched off is no reason to name") {
  Setting setting(false, false);
  setting.fill();
  setting.arxiv.papers = {"2401.00001v5"};
  const LookupResult result = setting.find({"2401.00001"});
  CHECK(words(result) == Words{"2401.00001v5"});
  CHECK(result.origin.source == Origin::Source::kLive);
  CHECK(result.origin.live_reason.empty());
}

TEST_CASE("item 64: an outage spares what the mirror served") {
  for (const Code code :
       {Code::kServiceUnavailable, Code::kTimeout, Code::kRateLimited, Code::kSerialization}) {
    Setting setting;
    setting.fill();
    setting.arxiv.failure = Fault(code, "", "arXiv is away.");
    const LookupResult result = setting.find({"2402.00009", "2401.00001"});
    CHECK(words(result) == Words{"live_lookup_failed", "2401.00001v3"});
    CHECK(result.outcomes[0].miss.detail == "arXiv is away.");
    CHECK(result.origin.source == Origin::Source::kMirror);
    CHECK(result.origin.live_reason.empty());
    CHECK_THROWS_AS(setting.find({"2402.00009"}), Fault);
  }
}

TEST_CASE("item 65: a rejected request and a withdrawn call fail even beside mirror hits") {
  for (const Code code : {Code::kInvalidRequest, Code::kCancelled}) {
    Setting setting;
    setting.fill();
    setting.arxiv.failure = Fault(code, "", "no");
    CHECK_THROWS_AS(setting.find({"2402.00009", "2401.00001"}), Fault);
  }
}

TEST_CASE("item 66: a driver error sends the whole look-up live, whatever the fallback") {
  Setting setting(true, false);
  setting.fill();
  REQUIRE(words(setting.find({"2401.00001"})) == Words{"2401.00001v3"});
  // The columns' names are part of the statement the open connection has prepared.
  testing::change_mirror(setting.path(), "ALTER TABLE papers RENAME COLUMN abstract TO summary");
  setting.arxiv.papers = {"2401.00001v5"};
  const LookupResult result = setting.find({"2401.00001"});
  CHECK(words(result) == Words{"2401.00001v5"});
  CHECK(result.origin.source == Origin::Source::kLive);
  CHECK(result.origin.live_reason == "mirror_failed");
}

}  // namespace

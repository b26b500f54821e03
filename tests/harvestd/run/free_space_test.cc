#include "harvestd/run/free_space.h"

#include <doctest/doctest.h>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"

namespace {

using harvest::papers_to_come;
using harvest::require_free_space;

TEST_CASE("what is to come is what is expected without what is there") {
  struct Row {
    const char* expected;
    const char* host;
    std::int64_t there;
    std::int64_t to_come;
  };
  const Row rows[] = {
      {"", "oaipmh.arxiv.org", 0, 3'000'000},
      {"", "arxiv.org", 0, 3'000'000},
      {"", "oaipmh.arxiv.org", 2'900'000, 100'000},
      {"", "oaipmh.arxiv.org", 3'041'223, 0},
      {"", "127.0.0.1", 0, 0},
      {"", "notarxiv.org", 0, 0},
      {"500", "127.0.0.1", 0, 500},
      {"500", "oaipmh.arxiv.org", 100, 400},
      {"0", "oaipmh.arxiv.org", 0, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.expected);
    CAPTURE(row.host);
    CHECK(papers_to_come(row.expected, row.host, row.there) == row.to_come);
  }
}

TEST_CASE("an expectation that is no number is a wrong command line") {
  for (const char* word : {"many", "-1", "3e6", "1000000000001"}) {
    CAPTURE(word);
    try {
      papers_to_come(word, "arxiv.org", 0);
      FAIL("not refused");
    } catch (const base::Fault& fault) {
      CHECK(base::exit_code_for(fault) == base::ExitCode::kUsage);
    }
  }
}

TEST_CASE("2.5 GB are needed for a million papers") {
  CHECK_NOTHROW(require_free_space("/data", 2'500'000'000, 1'000'000));
  CHECK_NOTHROW(require_free_space("/data", 0, 0));
  CHECK_NOTHROW(require_free_space("/data", std::nullopt, 3'000'000));
  try {
    require_free_space("/data", 2'000'000'000, 1'000'000);
    FAIL("not refused");
  } catch (const base::Fault& fault) {
    CHECK(base::exit_code_for(fault) == base::ExitCode::kIo);
    CHECK(fault.message().starts_with(
        "/data has 1.86 GiB free, and 1,000,000 more papers take about 2.33 GiB."));
    CHECK(fault.message().find("--expect-papers 0") != std::string::npos);
  }
}

}  // namespace

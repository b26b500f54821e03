#include <doctest/doctest.h>

#include "tests/mcpd/surface_setting.h"

namespace {

using base::Code;
using base::Fault;
using testing::holds;

TEST_CASE("full text is not read, but the links are given") {
  const testing::SurfaceSetting setting;
  const Fault fault =
      setting.failure_of("arxiv_read_paper", R"({"paper_id":"arXiv:math.GT/0309136v1"})");
  CHECK(fault.code() == Code::kServiceUnavailable);
  CHECK(fault.reason() == "full_text_unavailable");
  CHECK(fault.retryable() == false);
  CHECK(holds(fault.message(), "https://arxiv.org/pdf/math/0309136v1"));
  CHECK(holds(fault.message(), "https://arxiv.org/abs/math/0309136v1"));
  CHECK(setting.failure_of("arxiv_read_paper", R"({"paper_id":"nonsense"})").reason() ==
        "invalid_id");
  for (const char* both :
       {R"("section":"1","find":"x")", R"("section":"1","start":5)", R"("find":"x","start":5)"}) {
    CHECK(setting
              .failure_of("arxiv_read_paper",
                          R"({"paper_id":"2401.00001",)" + std::string(both) + "}")
              .reason() == "invalid_arguments");
  }
}

}  // namespace

#include "common/base/fault.h"

#include <doctest/doctest.h>

#include "common/base/exit_codes.h"

namespace {

using base::Code;
using base::ExitCode;
using base::Fault;

TEST_CASE("a fault carries what it was given") {
  const Fault fault = Fault(Code::kValidation, "invalid_id", "That is no identifier.")
                          .with("ids", std::vector<std::string>{"a", "b"})
                          .with("count", std::int64_t{2})
                          .retryable(false)
                          .hint("Send another.");
  CHECK(fault.code() == Code::kValidation);
  CHECK(fault.reason() == "invalid_id");
  CHECK(fault.message() == "That is no identifier.");
  CHECK(std::string(fault.what()) == fault.message());
  CHECK(fault.hint() == "Send another.");
  CHECK(fault.retryable() == false);
  REQUIRE(fault.data().size() == 2);
  CHECK(fault.data()[0].first == "ids");
  CHECK(fault.data()[1].first == "count");
  REQUIRE(fault.find("count") != nullptr);
  CHECK(std::get<std::int64_t>(*fault.find("count")) == 2);
  CHECK(fault.find("absent") == nullptr);
}

TEST_CASE("a fault that was given less says less") {
  const Fault fault(Code::kNotFound, "", "Nothing.");
  CHECK(fault.reason().empty());
  CHECK(fault.hint().empty());
  CHECK(fault.data().empty());
  CHECK_FALSE(fault.retryable().has_value());
}

TEST_CASE("a fault can be told more after it was made") {
  Fault fault(Code::kTimeout, "", "Late.");
  fault.with("status", std::int64_t{200}).retryable(true).hint("Wait.");
  CHECK(fault.find("status") != nullptr);
  CHECK(fault.retryable() == true);
  CHECK(fault.hint() == "Wait.");
}

TEST_CASE("the two faults that every wait can end with") {
  CHECK(base::cancelled().code() == Code::kCancelled);
  CHECK(base::cancelled().message() == "The call was cancelled.");
  CHECK(base::timed_out("The request to example.org", 1500).code() == Code::kTimeout);
  CHECK(base::timed_out("The request to example.org", 1500).message() ==
        "The request to example.org did not finish within 1500 ms.");
}

TEST_CASE("each fault has the exit status of the table") {
  struct Row {
    Code code;
    ExitCode exit;
    int status;
  };
  const Row rows[] = {
      {Code::kServiceUnavailable, ExitCode::kUnreachable, 69},
      {Code::kTimeout, ExitCode::kUnreachable, 69},
      {Code::kRateLimited, ExitCode::kUnreachable, 69},
      {Code::kInvalidRequest, ExitCode::kBadUpstream, 65},
      {Code::kNotFound, ExitCode::kBadUpstream, 65},
      {Code::kValidation, ExitCode::kBadUpstream, 65},
      {Code::kSerialization, ExitCode::kBadUpstream, 65},
      {Code::kConflict, ExitCode::kBusy, 75},
      {Code::kConfiguration, ExitCode::kConfiguration, 78},
      {Code::kDatabase, ExitCode::kIo, 74},
      {Code::kInvalidParams, ExitCode::kUsage, 64},
      {Code::kCancelled, ExitCode::kTerminated, 143},
      {Code::kParseError, ExitCode::kInternal, 70},
      {Code::kMethodNotFound, ExitCode::kInternal, 70},
      {Code::kInternalError, ExitCode::kInternal, 70},
  };
  for (const Row& row : rows) {
    CAPTURE(static_cast<int>(row.code));
    CHECK(base::exit_code_for(Fault(row.code, "", "")) == row.exit);
    CHECK(base::status(row.exit) == row.status);
  }
  CHECK(base::status(ExitCode::kOk) == 0);
  CHECK(base::status(ExitCode::kVerifyFailed) == 1);
  CHECK(base::status(ExitCode::kInterrupted) == 130);
}

}  // namespace

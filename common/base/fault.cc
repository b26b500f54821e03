#include "common/base/fault.h"

#include "common/base/exit_codes.h"

namespace base {

const FaultValue* Fault::find(std::string_view name) const {
  for (const auto& [key, value] : data_) {
    if (key == name) return &value;
  }
  return nullptr;
}

Fault cancelled() {
  return Fault(Code::kCancelled, "", "The call was cancelled.");
}

Fault timed_out(std::string_view what, std::int64_t milliseconds) {
  return Fault(
      Code::kTimeout, "",
      std::string(what) + " did not finish within " + std::to_string(milliseconds) + " ms.");
}

ExitCode exit_code_for(const Fault& fault) {
  switch (fault.code()) {
    case Code::kServiceUnavailable:
    case Code::kTimeout:
    case Code::kRateLimited:
      return ExitCode::kUnreachable;
    case Code::kInvalidRequest:
    case Code::kNotFound:
    case Code::kValidation:
    case Code::kSerialization:
      return ExitCode::kBadUpstream;
    case Code::kConflict:
      return ExitCode::kBusy;
    case Code::kConfiguration:
      return ExitCode::kConfiguration;
    case Code::kDatabase:
      return ExitCode::kIo;
    case Code::kCancelled:
      return ExitCode::kTerminated;
    case Code::kInvalidParams:
      return ExitCode::kUsage;
    default:
      return ExitCode::kInternal;
  }
}

}  // namespace base

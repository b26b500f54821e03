#pragma once

/// What each program's exit status means (spec: decisions, "Exit codes"). One table for all three
/// programs: mirrorctl passes harvestd's status on unchanged.

namespace base {

class Fault;

enum class ExitCode : int {
  kOk = 0,            ///< done, or a refresh that stopped at its budget
  kVerifyFailed = 1,  ///< verify found a fault in the file
  kUsage = 64,        ///< the command line is wrong
  kBadUpstream = 65,  ///< arXiv answered something that cannot be used
  kUnreachable = 69,  ///< arXiv could not be reached in time
  kInternal = 70,     ///< a bug in the program
  kIo = 74,           ///< the file cannot be read or written, or a foreign lock outlasted the wait
  kBusy = 75,         ///< another harvestd holds the file, or a migration is in progress
  kConfiguration = 78,  ///< a setting is wrong, or the file is newer than the program
  kInterrupted = 130,   ///< SIGINT
  kTerminated = 143,    ///< SIGTERM
};

constexpr int status(ExitCode code) {
  return static_cast<int>(code);
}

/// The status a program ends with when `fault` reached its main.
ExitCode exit_code_for(const Fault& fault);

}  // namespace base

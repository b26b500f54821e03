#pragma once

/// How what follows from the papers is made in windows of them, each a commit, so that a process
/// may die anywhere and the next one goes on.

#include <cstdint>
#include <functional>
#include <stop_token>

#include "common/base/deadline.h"
#include "common/base/fault.h"
#include "common/mirror/sqlite.h"
#include "harvestd/writer/transaction.h"

namespace mirror {

/// How far a fill is, in papers.
struct FillProgress {
  std::int64_t indexed = 0;
  std::int64_t papers = 0;
};

/// How a fill is done and watched.
struct FillPlan {
  std::function<void(const FillProgress&)> notice = [](const FillProgress&) {};  ///< per commit
  base::Deadline end = base::Deadline::never();
  std::stop_token stop;
  std::int64_t window = 25'000;  ///< papers a commit
};

/// Commits `step`, which plan.end and a stop request break off. False when plan.end came first;
/// throws Fault kCancelled after a stop request, SqliteFault. Not within a transaction.
template <class Step>
bool commit_step(Database& database, const FillPlan& plan, const Step& step) {
  while (!plan.stop.stop_requested() && !plan.end.expired()) {
    try {
      Transaction transaction(database);
      {
        const InterruptGuard guard(database, plan.end, plan.stop);
        step();
      }
      transaction.commit();
      return true;
    } catch (const SqliteFault& fault) {
      if (!fault.is_interrupt()) throw;  // else to find out why
    }
  }
  if (plan.stop.stop_requested()) throw base::cancelled();
  return false;
}

}  // namespace mirror

#include "harvestd/dump/import.h"

#include <algorithm>
#include <exception>
#include <future>
#include <utility>
#include <vector>

#include "common/base/clock.h"
#include "common/base/deadline.h"
#include "common/base/fault.h"
#include "common/base/text.h"
#include "harvestd/dump/dump_input.h"
#include "harvestd/dump/paper_line.h"

namespace mirror {
namespace {

using base::Code;
using base::Fault;

/// What is read while the batch before is being stored.
struct Batch {
  std::vector<Change> changes;
  std::string newest_day;
  std::exception_ptr failure;  ///< what ended the reading behind these changes
  bool last = false;
};

void read_paper(const std::string& line, std::int64_t number, Batch& batch) {
  try {
    DumpPaper paper = parse_paper_line(line);
    batch.newest_day = std::max(batch.newest_day, paper.day);
    batch.changes.emplace_back(std::move(paper.row));
  } catch (const Fault& fault) {
    throw Fault(fault.code(), fault.reason(),
                "Line " + std::to_string(number) + ": " + fault.message() + ".");
  }
}

Batch read_batch(DumpInput& input, std::size_t size) {
  Batch batch;
  try {
    std::string line;
    while (batch.changes.size() < size && !batch.last) {
      batch.last = !input.next(line);
      if (!batch.last && !base::trim(line).empty()) read_paper(line, input.line_number(), batch);
    }
  } catch (const Fault&) {
    batch.failure = std::current_exception();
  }
  return batch;
}

class Import {
 public:
  Import(const std::string& path, const ImportPlan& plan)
      : plan_(plan),
        fill_{plan.indexing, base::Deadline::never(), plan.open.stop},
        input_(plan.file, plan.open.stop),
        store_(path, plan.open) {
    if (!store_.state().completed_at) return;
    throw Fault(Code::kConfiguration, "",
                "The mirror is complete; an import fills a new one, or one whose first harvest has "
                "not finished. `harvestd refresh` brings it up to date.");
  }

  ImportResult run() {
    state_.status = HarvestStatus::kInProgress;
    state_.started_at = base::to_iso(plan_.open.clock());
    store_.begin_list(state_);
    try {
      store_.continue_fill(fill_);
      read_all();
      complete();
    } catch (const std::exception& error) {
      record_failure(error.what());
      throw;
    }
    return result_;
  }

 private:
  std::future<Batch> ask() {
    return std::async(std::launch::async, [this] { return read_batch(input_, plan_.batch); });
  }

  void read_all() {
    for (std::future<Batch> next = ask(); next.valid();) {
      const Batch batch = next.get();
      if (!batch.last && !batch.failure) next = ask();
      store(batch);
      if (batch.failure) std::rethrow_exception(batch.failure);
      if (plan_.open.stop.stop_requested()) throw base::cancelled();
    }
  }

  void store(const Batch& batch) {
    if (batch.changes.empty()) return;
    store_.apply(batch.changes, state_);
    result_.lines += static_cast<std::int64_t>(batch.changes.size());
    result_.last_datestamp = std::max(result_.last_datestamp, batch.newest_day);
    plan_.notice(result_.lines);
  }

  void complete() {
    if (result_.lines == 0) throw Fault(Code::kValidation, "", "The dump holds no paper.");
    HarvestState state = state_;
    state.status = HarvestStatus::kComplete;
    state.completed_at = base::to_iso(plan_.open.clock());
    if (!result_.last_datestamp.empty()) state.last_datestamp = result_.last_datestamp;
    store_.complete(state, fill_);
    result_.papers = store_.count_papers();
  }

  void record_failure(std::string why) {
    HarvestState state = state_;
    state.status = HarvestStatus::kError;
    state.error_message = std::move(why);
    try {
      store_.write(state);
    } catch (const SqliteFault&) {
      // The failure under way says more than that the file cannot be written either.
    }
  }

  const ImportPlan& plan_;
  const FillPlan fill_;
  DumpInput input_;
  Store store_;
  HarvestState state_;
  ImportResult result_;
};

}  // namespace

ImportResult import_papers(const std::string& path, const ImportPlan& plan) {
  return Import(path, plan).run();
}

}  // namespace mirror

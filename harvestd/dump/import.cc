#include "harvestd/dump/import.h"

#include <algorithm>
#include <exception>
#include <future>
#include <utility>
#include <vector>

#include "common/base/clock.h"
#include "common/base/deadline.h"
#include "common/base/fault.h"
#include "common/base/following_stop.h"
#include "common/base/text.h"
#include "harvestd/dump/dump_input.h"
#include "harvestd/dump/newest_lines.h"
#include "harvestd/dump/paper_line.h"
#include "harvestd/writer/checkpoint.h"

namespace mirror {
namespace {

using base::Code;
using base::Fault;

/// What is stored in one commit. Without lines only at the end of the dump or of what can be read.
struct Batch {
  std::vector<Change> changes;
  std::size_t lines = 0;  ///< that held a paper, those of older versions too
  std::size_t bytes = 0;  ///< of the lines
  std::string newest_day;
  std::exception_ptr failure;  ///< what ended the reading behind these changes
  bool last = false;
};

/// The dump, batch by batch, each read while its user stores the one before.
class BatchReader {
 public:
  explicit BatchReader(const ImportPlan& plan)
      : plan_(plan),
        today_(base::to_date(plan.open.clock())),
        stop_(plan.open.stop),
        input_(plan.file, stop_.token()) {}
  /// Abandons a batch that nobody took, even where the input has nothing to read for long.
  ~BatchReader() { stop_.request(); }
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;

  const std::string& name() const { return input_.name(); }

  /// Not again behind a batch that is the last or has failed.
  Batch next() {
    if (!pending_.valid()) ask();
    Batch batch = pending_.get();
    if (!batch.last && !batch.failure) ask();
    return batch;
  }

 private:
  void ask() {
    pending_ = std::async(std::launch::async, [this] { return read(); });
  }

  Batch read() {
    Batch batch;
    try {
      std::string line;
      while (batch.lines < plan_.batch && batch.bytes < plan_.batch_bytes && !batch.last) {
        batch.last = !input_.next(line);
        if (!batch.last && !base::trim(line).empty()) add_paper(line, batch);
      }
    } catch (const Fault&) {
      batch.failure = std::current_exception();
    }
    return batch;
  }

  void add_paper(const std::string& line, Batch& batch) {
    try {
      DumpPaper paper = parse_paper_line(line);
      ++batch.lines;
      batch.bytes += line.size();
      if (!newest_.take(paper)) return;
      // A refresh from a day that is still to come would miss all that changes until then.
      if (!checkpoint_problem(paper.day, today_))
        batch.newest_day = std::max(batch.newest_day, paper.day);
      batch.changes.emplace_back(std::move(paper.row));
    } catch (const Fault& fault) {
      input_.refuse(input_.line_number(), ": " + fault.message());
    }
  }

  const ImportPlan& plan_;
  const std::string today_;
  base::FollowingStop stop_;
  DumpInput input_;
  NewestLines newest_;
  std::future<Batch> pending_;  // its destructor waits for the thread
};

class Import {
 public:
  Import(const std::string& path, const ImportPlan& plan)
      : plan_(plan),
        fill_{plan.indexing, base::Deadline::never(), plan.open.stop},
        reader_(plan),
        store_(path, plan.open) {
    if (!store_.state().completed_at) return;
    throw Fault(Code::kConfiguration, "",
                "The mirror is complete; an import fills a new one, or one whose first harvest has "
                "not finished. `harvestd refresh` brings it up to date.");
  }

  /// A dump that begins with nothing that can be stored leaves the state as it is: an unfinished
  /// harvest goes on from where it was.
  ImportResult run() {
    Batch first = reader_.next();
    if (first.failure) std::rethrow_exception(first.failure);
    if (first.lines == 0) throw Fault(Code::kValidation, "", reader_.name() + " holds no paper.");
    state_.status = HarvestStatus::kInProgress;
    state_.started_at = base::to_iso(plan_.open.clock());
    store_.begin_list(state_);
    try {
      store_.continue_fill(fill_);
      store_all(std::move(first));
      complete();
    } catch (const std::exception& error) {
      store_.record_failure(state_, error.what());
      throw;
    }
    return result_;
  }

 private:
  void store_all(Batch batch) {
    for (;; batch = reader_.next()) {
      store(batch);
      if (batch.failure) std::rethrow_exception(batch.failure);
      if (plan_.open.stop.stop_requested()) throw base::cancelled();
      if (batch.last) return;
    }
  }

  void store(Batch& batch) {
    if (batch.lines == 0) return;
    if (had_papers_) {
      std::erase_if(batch.changes,
                    [&](const Change& each) { return store_.has_newer(std::get<Row>(each)); });
    }
    store_.apply(batch.changes, state_);
    result_.lines += static_cast<std::int64_t>(batch.lines);
    result_.last_datestamp = std::max(result_.last_datestamp, batch.newest_day);
    plan_.notice(result_.lines);
  }

  void complete() {
    HarvestState state = state_;
    state.status = HarvestStatus::kComplete;
    state.completed_at = base::to_iso(plan_.open.clock());
    if (!result_.last_datestamp.empty()) state.last_datestamp = result_.last_datestamp;
    store_.complete(state, fill_);
    result_.papers = store_.count_papers();
  }

  const ImportPlan& plan_;
  const FillPlan fill_;
  BatchReader reader_;
  Store store_;
  const bool had_papers_ = store_.has_papers();
  HarvestState state_;
  ImportResult result_;
};

}  // namespace

ImportResult import_papers(const std::string& path, const ImportPlan& plan) {
  return Import(path, plan).run();
}

}  // namespace mirror

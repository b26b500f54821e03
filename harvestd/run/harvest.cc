#include "harvestd/run/harvest.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "common/base/fault.h"
#include "common/base/utf8.h"
#include "common/mirror/sqlite.h"
#include "harvestd/run/pending_page.h"
#include "harvestd/run/resume.h"
#include "harvestd/run/sightings.h"
#include "harvestd/writer/checkpoint.h"

namespace harvest {
namespace {

using base::Code;
using base::Fault;
using mirror::HarvestState;

class Run {
 public:
  Run(const Plan& plan, mirror::Store& store, PageFetcher& fetcher, Progress& progress,
      const base::WallClock& clock, const std::stop_token& stop)
      : plan_(plan),
        store_(store),
        fetcher_(fetcher),
        progress_(progress),
        clock_(clock),
        stop_(stop),
        fill_{[&progress](const auto& fill) { progress.index(fill); }, plan.budget, stop} {}

  Result execute() {
    const HarvestState saved = store_.state();
    begin_at(saved);
    totals_.last_datestamp = at_.checkpoint;
    if (at_.next == ListPosition{}) totals_.expected = saved.total_records;
    begin_list(saved);
    try {
      return store_.continue_fill(fill_) ? read_list() : stop_at_budget();
    } catch (const std::exception& error) {
      store_.record_failure(stamped(at_, Moment::kFailed),
                            stop_.stop_requested() ? "Stopped by a signal." : error.what());
      throw;
    }
  }

 private:
  /// The next page's fetch; nothing at the end of the list, and once one did not fit the budget.
  using Pending = std::unique_ptr<PendingPage>;

  void begin_at(const HarvestState& saved) {
    const std::string latest = mirror::latest_datestamp(clock_());
    started_at_ = base::to_iso(clock_());
    if (!plan_.from_scratch && clock_is_behind(saved, latest)) {
      throw Fault(Code::kConfiguration, "",
                  "The clock stands at " + started_at_ + ", before the mirror's last run at " +
                      *saved.started_at +
                      ". Set the clock; if it is the mirror that is wrong, "
                      "`harvestd repair` mends it.");
    }
    at_ = begin(saved, plan_.from_scratch, latest);
    if (plan_.from_scratch || !saved.last_datestamp || at_.checkpoint) return;
    progress_.warn("The mirror's checkpoint '" + base::one_line(*saved.last_datestamp, 40) + "' " +
                   *mirror::checkpoint_problem(*saved.last_datestamp, latest) +
                   "; reading arXiv's whole list.");
  }

  /// A list that broke off keeps its notes. Those of the days that are read again from their
  /// beginning no longer count.
  void begin_list(const HarvestState& saved) {
    const HarvestState state = stamped(at_, Moment::kRunning);
    if (saved.status == mirror::HarvestStatus::kComplete || at_.next == ListPosition{}) {
      store_.begin_list(state);
    } else {
      store_.apply({}, state, restart_notes(at_));
    }
  }

  /// What to note when a list that was begun is read again from an earlier place.
  std::vector<Note> restart_notes(const Progression& at) const {
    if (at.next.token || !at.rereads.empty() || !store_.has_list_notes()) return {};
    return {restart_note(at.next.from.value_or(""))};
  }

  Result read_list() {
    for (Pending pending = ask(at_); pending;) {
      const std::optional<Answer> answer = pending->get();
      pending = answer ? std::visit([this](const auto& it) { return take(it); }, *answer) : nullptr;
    }
    const bool completed =
        at_.list_ended && store_.complete(stamped(at_, Moment::kComplete), fill_);
    return completed ? Result{Outcome::kDrained, totals_} : stop_at_budget();
  }

  Result stop_at_budget() {
    if (stop_.stop_requested()) throw base::cancelled();
    store_.write(stamped(at_, Moment::kBudget));
    return {Outcome::kPartial, totals_};
  }

  /// Once a stop was requested, the page asked for fails as cancelled.
  Pending ask(const Progression& at, std::launch when = std::launch::deferred) {
    if (at.list_ended) return nullptr;
    return std::make_unique<PendingPage>(fetcher_, at.next, stop_, when);
  }

  /// A list that leads to where it already was has no end. Tokens may come again once the
  /// checkpoint has moved.
  void require_new_token(const Page& page) {
    if (at_.next.token) tokens_.insert(*at_.next.token);
    if (page.token && tokens_.count(*page.token) != 0) {
      throw Fault(Code::kValidation, "", "arXiv answered a page whose token leads to itself.");
    }
  }

  /// `after` is what the file holds now; a failure before this leaves the run where it was.
  void move_to(Progression after) {
    if (after.checkpoint != at_.checkpoint || after.rereads != at_.rereads) tokens_.clear();
    at_ = std::move(after);
  }

  Pending take(const Page& page) {
    const bool from_beginning = !at_.next.token;
    require_new_token(page);
    std::vector<Note> notes = at_.rereads.empty() ? notes_of(page) : std::vector<Note>();
    Progression after = after_page(at_, page, base::to_date(clock_()));
    if (after.list_ended && at_.rereads.empty()) after = reread_doubtful(after, notes);
    if (after.rereads.size() < at_.rereads.size()) notes = {reread_note(at_.rereads.front())};
    if (from_beginning && page.list_size) totals_.expected = page.list_size;
    Pending next = ask(after, std::launch::async);  // fetched while this page is stored
    if (after.list_ended) notes.clear();            // they have told what there was to tell
    store_.apply(page.changes, stamped(after, Moment::kRunning), notes);
    move_to(after);
    count(page);
    return next;
  }

  /// `at` is at the list's end, and `last` tells of its last page.
  Progression reread_doubtful(const Progression& at, const std::vector<Note>& last) {
    mirror::ListNotes notes = store_.list_notes();
    notes.insert(notes.end(), last.begin(), last.end());
    const Progression next = then_reread(at, doubtful_days(notes, at.checkpoint));
    if (!next.list_ended) {
      progress_.announce("arXiv changed its list while it was read; days to read again: " +
                         std::to_string(next.rereads.size()));
    }
    return next;
  }

  Pending take(const TokenRejected& rejected) {
    const auto next = after_rejected_token(at_);
    if (!next) {
      throw Fault(Code::kValidation, "token_recovery_stalled",
                  "arXiv rejected the resumption token again before a page could be read: " +
                      rejected.text);
    }
    store_.apply({}, stamped(*next, Moment::kRunning), restart_notes(*next));
    move_to(*next);
    tokens_.clear();  // the list starts afresh
    progress_.warn("arXiv no longer accepts the resumption token; going on from " +
                   at_.next.from.value_or("the beginning"));
    return ask(at_);
  }

  Pending take(const NoRecords& none) {
    if (at_.next.token) return take(TokenRejected{none.text});
    const auto ended = after_no_records(at_);
    if (!ended) {
      throw Fault(Code::kNotFound, "", "arXiv has no records (noRecordsMatch): " + none.text);
    }
    const Progression next = reread_doubtful(*ended, {});
    store_.apply({}, stamped(next, Moment::kRunning));
    move_to(next);
    return ask(at_);
  }

  void count(const Page& page) {
    ++totals_.pages;
    totals_.records += page.records;
    totals_.tombstones += page.tombstones;
    totals_.skipped += page.skipped;
    totals_.last_datestamp = at_.checkpoint;
    progress_.advance(totals_);
  }

  HarvestState stamped(const Progression& at, Moment moment) const {
    HarvestState state = state_at(at, moment);
    state.started_at = started_at_;
    if (moment == Moment::kComplete) state.completed_at = base::to_iso(clock_());
    return state;
  }

  const Plan& plan_;
  mirror::Store& store_;
  PageFetcher& fetcher_;
  Progress& progress_;
  const base::WallClock& clock_;
  const std::stop_token& stop_;
  const mirror::FillPlan fill_;
  std::string started_at_;
  Progression at_;                ///< what is stored, and the request that follows it
  std::set<std::string> tokens_;  ///< sent since the checkpoint last moved
  Totals totals_;
};

}  // namespace

Result run(const Plan& plan, mirror::Store& store, PageFetcher& fetcher, Progress& progress,
           const base::WallClock& clock, const std::stop_token& stop) {
  return Run(plan, store, fetcher, progress, clock, stop).execute();
}

void require_sufficient_budget(milliseconds budget, const FetchRules& rules) {
  const milliseconds least = longest_page_cycle(rules);
  if (budget >= least) return;
  throw Fault(Code::kConfiguration, "",
              "ARXIV_MIRROR_REFRESH_TIMEOUT_MS: " + std::to_string(budget.count()) +
                  " ms is less than one page may take; give at least " +
                  std::to_string(least.count()) + " ms.");
}

}  // namespace harvest

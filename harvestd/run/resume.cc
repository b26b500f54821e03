#include "harvestd/run/resume.h"

#include <algorithm>
#include <utility>

#include "common/base/clock.h"
#include "harvestd/writer/checkpoint.h"

namespace harvest {
namespace {

using mirror::HarvestState;
using mirror::HarvestStatus;

HarvestStatus status_at(Moment moment) {
  switch (moment) {
    case Moment::kComplete:
      return HarvestStatus::kComplete;
    case Moment::kFailed:
      return HarvestStatus::kError;
    default:
      return HarvestStatus::kInProgress;
  }
}

/// The greatest datestamp of `page` that can be true.
std::string credible_day(const Page& page, std::string_view today) {
  return std::min(page.last_datestamp, std::max(page.answered_on, std::string(today)));
}

/// `at` is behind the last page of the day it reads again.
Progression after_reread(Progression at) {
  at.rereads.erase(at.rereads.begin());
  at.recovered = false;
  at.list_ended = at.rereads.empty();
  at.next = {};
  if (!at.list_ended) at.next.from = at.rereads.front();
  return at;
}

bool keeps_token(const Progression& at, Moment moment) {
  if (!at.rereads.empty()) return false;
  if (moment == Moment::kComplete || at.checkpoint != at.start) return false;
  return moment == Moment::kBudget || at.resumed_token;
}

}  // namespace

Progression begin(const HarvestState& saved, bool from_scratch, std::string_view latest) {
  Progression at;
  const auto& day = saved.last_datestamp;
  if (from_scratch || (day && mirror::checkpoint_problem(*day, latest))) return at;
  at.start = saved.last_datestamp;
  at.checkpoint = saved.last_datestamp;
  const bool broke_off =
      saved.status == HarvestStatus::kInProgress || saved.status == HarvestStatus::kError;
  if (broke_off && saved.resumption_token) {
    at.next.token = saved.resumption_token;
    at.resumed_token = true;
  } else {
    at.next.from = saved.last_datestamp;
  }
  return at;
}

bool clock_is_behind(const HarvestState& saved, std::string_view latest) {
  const auto& day = saved.last_datestamp;
  const auto started = base::parse_iso(saved.started_at.value_or(""));
  return day && base::parse_iso(*day) && *day > latest && started &&
         base::to_date(*started) > latest;
}

Progression after_page(const Progression& at, const Page& page, std::string_view today) {
  Progression next = at;
  const std::string reached = std::max(at.checkpoint.value_or(""), credible_day(page, today));
  if (!reached.empty()) next.checkpoint = reached;
  if (next.checkpoint != at.checkpoint) next.recovered = false;
  next.next = {page.token, std::nullopt};
  next.list_ended = !page.token;
  if (at.rereads.empty()) return next;
  const bool day_read = next.list_ended || page.last_datestamp > at.rereads.front();
  return day_read ? after_reread(next) : next;
}

std::optional<Progression> after_rejected_token(const Progression& at) {
  if (at.recovered) return std::nullopt;
  Progression next = at;
  next.next = {std::nullopt, at.rereads.empty() ? at.checkpoint : at.rereads.front()};
  next.resumed_token = false;
  next.recovered = true;
  return next;
}

std::optional<Progression> after_no_records(const Progression& at) {
  if (!at.checkpoint || !at.rereads.empty()) return std::nullopt;
  Progression next = at;
  next.next = {};
  next.list_ended = true;
  return next;
}

Progression then_reread(const Progression& at, std::vector<std::string> days) {
  Progression next = at;
  if (days.empty()) return next;
  next.next = {std::nullopt, days.front()};
  next.list_ended = false;
  next.recovered = false;
  next.rereads = std::move(days);
  return next;
}

HarvestState state_at(const Progression& at, Moment moment) {
  HarvestState state;
  state.status = status_at(moment);
  state.last_datestamp = at.checkpoint;
  if (keeps_token(at, moment)) state.resumption_token = at.next.token;
  return state;
}

}  // namespace harvest

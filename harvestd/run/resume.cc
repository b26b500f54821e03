#include "harvestd/run/resume.h"

#include <algorithm>

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

bool keeps_token(const Progression& at, Moment moment) {
  if (moment == Moment::kComplete || at.checkpoint != at.start) return false;
  return moment == Moment::kBudget || at.resumed_token;
}

}  // namespace

Progression begin(const HarvestState& saved, bool from_scratch) {
  Progression at;
  if (from_scratch) return at;
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

Progression after_page(const Progression& at, const Page& page) {
  Progression next = at;
  const std::string reached = std::max(at.checkpoint.value_or(""), page.last_datestamp);
  if (!reached.empty()) next.checkpoint = reached;
  if (next.checkpoint != at.checkpoint) next.recovered = false;
  next.next = {page.token, std::nullopt};
  next.list_ended = !page.token;
  return next;
}

std::optional<Progression> after_rejected_token(const Progression& at) {
  if (at.recovered) return std::nullopt;
  Progression next = at;
  next.next = {std::nullopt, at.checkpoint};
  next.resumed_token = false;
  next.recovered = true;
  return next;
}

std::optional<Progression> after_no_records(const Progression& at) {
  if (!at.checkpoint) return std::nullopt;
  Progression next = at;
  next.next = {};
  next.list_ended = true;
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

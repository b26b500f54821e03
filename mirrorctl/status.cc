#include "mirrorctl/status.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "common/base/human.h"
#include "common/base/json.h"
#include "common/base/number.h"
#include "common/base/text.h"
#include "common/mirror/estimate.h"
#include "common/mirror/schema.h"
#include "mirrorctl/condition.h"
#include "mirrorctl/human.h"
#include "mirrorctl/table.h"

namespace mirrorctl {
namespace {

using mirror::FileStatus;
using mirror::HarvestState;

/// By mirror::NotReady.
constexpr std::array<std::string_view, 8> kNotReadyWords = {
    "missing",       "unreadable", "unversioned", "older_version",
    "newer_version", "migrating",  "incomplete",  "missing_index"};

std::string_view not_ready_word(mirror::NotReady reason) {
  return kNotReadyWords.at(static_cast<std::size_t>(reason));
}

/// A stored instant and its age; one that cannot be read stands as it is.
std::string instant(const std::string& stored, base::WallTime now) {
  const auto time = base::parse_iso(stored);
  return time ? stored.substr(0, 19) + "Z (" + ago(*time, now) + ")" : stored;
}

std::optional<std::int64_t> lag_in_days(const std::optional<std::string>& datestamp,
                                        base::WallTime now) {
  using std::chrono::days;
  using std::chrono::floor;
  const auto day = datestamp ? base::parse_iso(*datestamp) : std::nullopt;
  if (!day) return std::nullopt;
  return (floor<days>(now) - floor<days>(*day)).count();
}

std::string reached(const std::string& datestamp, base::WallTime now) {
  const auto days = lag_in_days(datestamp, now);
  return days ? datestamp + " (" + lag(*days) + ")" : datestamp;
}

std::string version_text(std::int64_t version) {
  std::string text = std::to_string(version);
  if (version != mirror::kSchemaVersion) {
    text += " (this program's: " + std::to_string(mirror::kSchemaVersion) + ")";
  }
  return text;
}

void add_state(Table& table, const HarvestState& state, base::WallTime now) {
  table.add({"State", std::string(harvest_status_name(state.status))});
  if (state.error_message) table.add({"Error", *state.error_message});
  table.add({"Datestamp", state.last_datestamp ? reached(*state.last_datestamp, now) : "none yet"});
  table.add({"Completed", state.completed_at ? instant(*state.completed_at, now) : "never"});
  if (state.started_at) table.add({"Last start", instant(*state.started_at, now)});
}

/// `41% of about 3,000,000 papers, 250 papers/s, 2 h 05 min left`; empty when no harvest is at
/// work.
std::string progress(const Report& report) {
  const auto expected = expected_papers(report.file);
  std::vector<std::string> parts;
  if (expected && !report.file.state->completed_at) {
    const std::int64_t share = std::min(*report.file.papers * 100 / *expected, std::int64_t{100});
    parts.push_back(std::to_string(share) + "% of about " + base::with_separators(*expected) +
                    " papers");
  }
  if (report.papers_per_second) {
    parts.push_back(base::with_separators(std::llround(*report.papers_per_second)) + " papers/s");
  }
  if (report.left) parts.push_back(base::span_text(*report.left) + " left");
  return base::join(parts, ", ");
}

/// `next 2026-12-02T05:11:42Z (in 16 hours), last 2026-12-01T04:52:07Z (8 hours ago): success`.
std::string timer_text(const Timer& timer, base::WallTime now) {
  const auto told = [now](const char* which, const std::optional<base::WallTime>& time) {
    return which + (time ? base::to_iso(*time).substr(0, 19) + "Z (" + ago(*time, now) + ")"
                         : std::string("unknown"));
  };
  if (!timer.active) return "stopped; `systemctl enable --now harvestd-refresh.timer` starts it";
  std::string text = told("next ", timer.next);
  if (timer.last) text += ", " + told("last ", timer.last) + ": " + timer.result;
  return text;
}

std::string_view condition(const Report& report) {
  return condition_name(condition_of(report.file, report.now));
}

void write_state(json::Writer& out, const std::optional<HarvestState>& state, base::WallTime now) {
  out.key("state");
  if (!state) {
    out.null();
    return;
  }
  out.begin_object();
  member(out, "status", harvest_status_name(state->status));
  member(out, "last_datestamp", state->last_datestamp);
  member(out, "last_datestamp_age_days", lag_in_days(state->last_datestamp, now));
  member(out, "started_at", state->started_at);
  member(out, "completed_at", state->completed_at);
  member(out, "total_records", state->total_records);
  member(out, "error_message", state->error_message);
  out.end_object();
}

void write_lease(json::Writer& out, const FileStatus& status) {
  out.key("lease");
  if (!status.lease) {
    out.null();
    return;
  }
  out.begin_object();
  member(out, "holder", status.lease->holder);
  member(out, "from_version", status.lease->from_version);
  member(out, "step", status.lease->step);
  member(out, "acquired_at", status.lease->acquired_at);
  member(out, "renewed_at", status.lease->renewed_at);
  member(out, "lives", status.lease_lives);
  out.end_object();
}

void write_timer(json::Writer& out, const std::optional<Timer>& timer) {
  const auto iso = [](const std::optional<base::WallTime>& time) {
    return time ? std::optional(base::to_iso(*time)) : std::nullopt;
  };
  out.key("timer");
  if (!timer) {
    out.null();
    return;
  }
  out.begin_object();
  member(out, "active", timer->active);
  member(out, "next", iso(timer->next));
  member(out, "last", iso(timer->last));
  member(out, "result", timer->result.empty() ? std::nullopt : std::optional(timer->result));
  out.end_object();
}

/// `free`; `a request is open, of process 4711, since 2 s; arXiv wants no request for 12 s`.
std::string slot_text(const pacing::SlotStatus& slot) {
  std::string text = "free";
  if (slot.in_use) {
    text = "a request is open";
    if (slot.pid) text += ", of process " + std::to_string(*slot.pid);
    if (slot.held_for) text += ", since " + base::span_text(*slot.held_for);
  }
  if (slot.cooldown_left) {
    text += "; arXiv wants no request for " + base::span_text(*slot.cooldown_left);
  }
  return text;
}

void write_slots(json::Writer& out, const std::vector<pacing::SlotStatus>& slots) {
  const auto count = [](const std::optional<std::chrono::milliseconds>& span) {
    return span ? std::optional(std::int64_t{span->count()}) : std::nullopt;
  };
  out.key("slots").begin_array();
  for (const pacing::SlotStatus& slot : slots) {
    out.begin_object();
    member(out, "name", slot.name);
    member(out, "in_use", slot.in_use);
    member(out, "pid", slot.pid);
    member(out, "held_ms", count(slot.held_for));
    member(out, "cooldown_left_ms", count(slot.cooldown_left));
    out.end_object();
  }
  out.end_array();
}

void write_progress(json::Writer& out, const Report& report) {
  member(out, "expected_papers", expected_papers(report.file));
  out.key("papers_per_second");
  report.papers_per_second ? out.number(*report.papers_per_second) : out.null();
  out.key("seconds_left");
  report.left ? out.number(static_cast<double>(report.left->count()) / 1000) : out.null();
}

void add_migration(Table& table, const FileStatus& file, base::WallTime now) {
  table.add({"Migration", std::string(file.lease_lives ? "at work" : "broken off") +
                              " from version " + std::to_string(file.lease->from_version) + ", " +
                              file.lease->step});
  const std::string& renewed = file.lease->renewed_at;
  const std::string heard = renewed.empty() ? "" : ", heard of " + instant(renewed, now);
  table.add({"", "by " + file.lease->holder + heard});
}

}  // namespace

std::optional<std::int64_t> expected_papers(const FileStatus& file) {
  const bool harvests = file.holder && file.papers && file.state &&
                        file.state->status == mirror::HarvestStatus::kInProgress;
  if (!harvests) return std::nullopt;
  return std::max(file.state->total_records.value_or(mirror::kArxivPapers), std::int64_t{1});
}

std::string status_text(const Report& report, std::size_t width) {
  const FileStatus& file = report.file;
  Table table({{""}, {"", false, true}});
  table.add({"File", file.path});
  table.add({"Condition", std::string(condition(report))});
  table.add({"Ready", file.not_ready ? "no" : "yes"});
  if (file.not_ready) table.add({"", std::string(mirror::describe(*file.not_ready))});
  if (file.exists && !file.detail.empty()) table.add({"", file.detail});
  if (file.exists) table.add({"Size", base::human_size(file.bytes)});
  if (report.free_bytes) table.add({"Disk", base::human_size(*report.free_bytes) + " free"});
  if (file.schema_version) table.add({"Version", version_text(*file.schema_version)});
  if (file.papers) table.add({"Papers", base::with_separators(*file.papers)});
  if (file.state) add_state(table, *file.state, report.now);
  if (file.exists) table.add({"Writer", file.holder ? *file.holder : "none at work"});
  if (const std::string text = progress(report); !text.empty()) table.add({"Progress", text});
  if (file.lease) add_migration(table, file, report.now);
  if (report.timer) table.add({"Timer", timer_text(*report.timer, report.now)});
  for (const pacing::SlotStatus& slot : report.slots)
    table.add({"arXiv " + slot.name, slot_text(slot)});
  return table.render(width);
}

std::string status_line(const Report& report) {
  std::vector<std::string> parts = {std::string(condition(report))};
  const FileStatus& file = report.file;
  if (file.papers) parts.push_back(base::with_separators(*file.papers) + " papers");
  if (file.state && file.state->last_datestamp) {
    parts.push_back("up to " + *file.state->last_datestamp);
  }
  if (file.lease_lives) parts.push_back(file.lease->step);
  if (std::string text = progress(report); !text.empty()) parts.push_back(std::move(text));
  return base::join(parts, ", ") + "\n";
}

std::string status_json(const Report& report) {
  const FileStatus& file = report.file;
  json::Writer out;
  out.begin_object();
  member(out, "path", file.path);
  member(out, "condition", condition(report));
  member(out, "ready", !file.not_ready);
  member(out, "not_ready",
         file.not_ready ? std::optional(not_ready_word(*file.not_ready)) : std::nullopt);
  member(out, "exists", file.exists);
  member(out, "bytes", file.bytes);
  member(out, "free_bytes", report.free_bytes);
  member(out, "schema_version", file.schema_version);
  member(out, "supported_schema_version", std::int64_t{mirror::kSchemaVersion});
  member(out, "papers", file.papers);
  write_state(out, file.state, report.now);
  member(out, "writer", file.holder);
  write_progress(out, report);
  write_lease(out, file);
  write_timer(out, report.timer);
  write_slots(out, report.slots);
  out.end_object();
  return out.take() + "\n";
}

}  // namespace mirrorctl

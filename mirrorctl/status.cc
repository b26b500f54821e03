#include "mirrorctl/status.h"

#include <array>
#include <optional>

#include "common/base/json.h"
#include "common/base/number.h"
#include "common/mirror/schema.h"
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

std::string reached(const std::string& datestamp, base::WallTime now) {
  const auto day = base::parse_iso(datestamp);
  return day ? datestamp + " (" + days_ago(*day, now) + ")" : datestamp;
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

json::Writer& put(json::Writer& out, std::string_view name,
                  const std::optional<std::string>& value) {
  out.key(name);
  return value ? out.string(*value) : out.null();
}

json::Writer& put(json::Writer& out, std::string_view name,
                  const std::optional<std::int64_t>& value) {
  out.key(name);
  return value ? out.integer(*value) : out.null();
}

std::optional<std::int64_t> age_in_days(const std::optional<std::string>& datestamp,
                                        base::WallTime now) {
  const auto day = datestamp ? base::parse_iso(*datestamp) : std::nullopt;
  if (!day) return std::nullopt;
  return (std::chrono::floor<std::chrono::days>(now) - std::chrono::floor<std::chrono::days>(*day))
      .count();
}

void write_state(json::Writer& out, const std::optional<HarvestState>& state, base::WallTime now) {
  out.key("state");
  if (!state) {
    out.null();
    return;
  }
  out.begin_object();
  member(out, "status", harvest_status_name(state->status));
  put(out, "last_datestamp", state->last_datestamp);
  put(out, "last_datestamp_age_days", age_in_days(state->last_datestamp, now));
  put(out, "started_at", state->started_at);
  put(out, "completed_at", state->completed_at);
  put(out, "total_records", state->total_records);
  put(out, "error_message", state->error_message);
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

}  // namespace

std::string status_text(const FileStatus& status, base::WallTime now, std::size_t width) {
  Table table({{""}, {"", false, true}});
  table.add({"File", status.path});
  table.add({"Ready", status.not_ready ? "no" : "yes"});
  if (status.not_ready) table.add({"", std::string(mirror::describe(*status.not_ready))});
  if (status.exists && !status.detail.empty()) table.add({"", status.detail});
  if (status.exists) table.add({"Size", human_size(status.bytes)});
  if (status.schema_version) table.add({"Version", version_text(*status.schema_version)});
  if (status.papers) table.add({"Papers", base::with_separators(*status.papers)});
  if (status.state) add_state(table, *status.state, now);
  if (status.exists) table.add({"Writer", status.holder ? *status.holder : "none at work"});
  if (status.lease) {
    table.add({"Migration", std::string(status.lease_lives ? "at work" : "broken off") +
                                " from version " + std::to_string(status.lease->from_version) +
                                ", " + status.lease->step});
    table.add({"", "by " + status.lease->holder + ", heard of " +
                       instant(status.lease->renewed_at, now)});
  }
  return table.render(width);
}

std::string status_json(const FileStatus& status, base::WallTime now) {
  json::Writer out;
  out.begin_object();
  member(out, "path", status.path);
  member(out, "ready", !status.not_ready);
  put(out, "not_ready",
      status.not_ready ? std::optional<std::string>(not_ready_word(*status.not_ready))
                       : std::nullopt);
  member(out, "exists", status.exists);
  member(out, "bytes", status.bytes);
  put(out, "schema_version", status.schema_version);
  member(out, "supported_schema_version", std::int64_t{mirror::kSchemaVersion});
  put(out, "papers", status.papers);
  write_state(out, status.state, now);
  put(out, "writer", status.holder);
  write_lease(out, status);
  out.end_object();
  return out.take() + "\n";
}

}  // namespace mirrorctl

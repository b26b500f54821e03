#include "common/mirror/match_filter.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <new>

#include "common/base/clock.h"

namespace mirror {
namespace {

constexpr const char* kName = "passes_filters";

std::string date_text(std::int64_t seconds) {
  return base::to_iso(base::WallTime(std::chrono::seconds(seconds)));
}

// Nothing for a date that its seconds do not say all of.
std::optional<std::int64_t> seconds_of(const std::string& date) {
  const auto time = base::parse_iso(date);
  if (!time || base::to_iso(*time) != date) return std::nullopt;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(*time);
  if (seconds != *time) return std::nullopt;
  return seconds.time_since_epoch().count();
}

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
  return text == nullptr ? std::string_view() : std::string_view(text, size);
}

bool is_within(std::string_view date, const arxiv::DateWindow& window) {
  return date >= window.from && date <= window.to;
}

// Whether the blank-separated `codes` hold one of the sorted `group` as a whole word.
bool lists_code_of(std::string_view codes, const arxiv::CategoryGroup& group) {
  while (!codes.empty()) {
    const std::size_t end = std::min(codes.find(' '), codes.size());
    if (std::binary_search(group.begin(), group.end(), codes.substr(0, end), std::less<>()))
      return true;
    codes.remove_prefix(std::min(end + 1, codes.size()));
  }
  return false;
}

}  // namespace

std::string date_of(const Rows& rows, int column) {
  return rows.is_integer(column) ? date_text(rows.integer(column)) : std::string(rows.text(column));
}

MatchFilter::MatchFilter(const Database& database) : database_(database) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  const int code = sqlite3_create_function_v2(database_.handle(), kName, 2, kFlags, this, call,
                                              nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw SqliteFault(code, std::string("cannot define ") + kName);
}

MatchFilter::~MatchFilter() {
  sqlite3_create_function_v2(database_.handle(), kName, 2, SQLITE_UTF8, nullptr, nullptr, nullptr,
                             nullptr, nullptr);
}

void MatchFilter::set(const std::optional<arxiv::DateWindow>& window,
                      const std::vector<arxiv::CategoryGroup>& groups) {
  window_ = window;
  from_ = window ? seconds_of(window->from) : std::nullopt;
  to_ = window ? seconds_of(window->to) : std::nullopt;
  groups_ = groups;
  for (arxiv::CategoryGroup& group : groups_)
    std::sort(group.begin(), group.end());
}

void MatchFilter::call(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* self = static_cast<const MatchFilter*>(sqlite3_user_data(context));
  try {
    const bool passes = self->in_window(values[0]) && self->in_groups(text_of(values[1]));
    sqlite3_result_int(context, passes ? 1 : 0);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

bool MatchFilter::in_window(sqlite3_value* published) const {
  if (!window_) return true;
  if (sqlite3_value_type(published) != SQLITE_INTEGER)
    return is_within(text_of(published), *window_);
  const std::int64_t seconds = sqlite3_value_int64(published);
  if (from_ && to_) return seconds >= *from_ && seconds <= *to_;
  return is_within(date_text(seconds), *window_);
}

bool MatchFilter::in_groups(std::string_view codes) const {
  return std::all_of(groups_.begin(), groups_.end(), [&](const arxiv::CategoryGroup& group) {
    return lists_code_of(codes, group);
  });
}

}  // namespace mirror

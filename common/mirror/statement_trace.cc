#include "common/mirror/statement_trace.h"

#include <new>

#include "common/base/text.h"

namespace mirror {
namespace {

std::vector<std::string> plan_of(const Database& database, const std::string& sql) {
  std::map<std::int64_t, std::size_t> depths;
  std::vector<std::string> plan;
  Statement statement(database, "EXPLAIN QUERY PLAN " + sql);
  for (Rows rows = statement.query(); rows.next();) {
    const auto parent = depths.find(rows.integer(1));
    const std::size_t depth = parent == depths.end() ? 0 : parent->second + 1;
    depths[rows.integer(0)] = depth;
    plan.push_back(std::string(2 * depth, ' ') + std::string(rows.text(3)));
  }
  return plan;
}

}  // namespace

StatementTrace::StatementTrace(const Database& database) : database_(database) {
  sqlite3_trace_v2(database.handle(), SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW, listen, this);
}

StatementTrace::~StatementTrace() {
  sqlite3_trace_v2(database_.handle(), 0, nullptr, nullptr);
}

int StatementTrace::listen(unsigned event, void* self, void* statement, void* detail) noexcept {
  try {
    static_cast<StatementTrace*>(self)->note(event, static_cast<sqlite3_stmt*>(statement), detail);
  } catch (const std::bad_alloc&) {
    // One statement less in the account.
  }
  return 0;
}

void StatementTrace::note(unsigned event, sqlite3_stmt* statement, const void* detail) {
  const char* sql = sqlite3_sql(statement);
  if (sql == nullptr) return;
  const auto [place, is_new] = places_.try_emplace(sql, traced_.size());
  if (is_new) traced_.push_back({sql, {}, 0, 0, {}});
  TracedStatement& traced = traced_[place->second];
  if (event == SQLITE_TRACE_ROW) {
    ++traced.rows;
  } else {
    ++traced.runs;
    traced.time += std::chrono::nanoseconds(*static_cast<const sqlite3_int64*>(detail));
  }
}

std::vector<TracedStatement> StatementTrace::finish() {
  sqlite3_trace_v2(database_.handle(), 0, nullptr, nullptr);
  for (TracedStatement& traced : traced_) {
    traced.plan = plan_of(database_, traced.sql);
    traced.sql = base::collapse_space(traced.sql);
  }
  return std::move(traced_);
}

}  // namespace mirror

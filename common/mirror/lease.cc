#include "common/mirror/lease.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <limits.h>
#include <limits>
#include <unistd.h>
#include <vector>

#include "common/base/number.h"
#include "common/base/text.h"
#include "common/base/unique_fd.h"
#include "common/mirror/sqlite.h"

namespace mirror {
namespace {

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

// The 22nd field of /proc/PID/stat; the second, the program's name, may hold blanks and brackets.
std::optional<std::int64_t> start_of_process(std::int64_t pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/stat";
  const base::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 1024> buffer{};
  const ssize_t got = file ? ::read(file.get(), buffer.data(), buffer.size()) : -1;
  if (got <= 0) return std::nullopt;
  std::string_view line(buffer.data(), static_cast<std::size_t>(got));
  line.remove_prefix(line.rfind(')') + 1);
  const std::vector<std::string_view> fields = base::split_words(line);
  constexpr std::size_t kStart = 22 - 3;
  return fields.size() > kStart ? base::parse_number<std::int64_t>(fields[kStart]) : std::nullopt;
}

enum class LeaseTable { kNone, kOurs, kForeign };

LeaseTable lease_table(const Database& database) {
  Statement statement(database, R"sql(
SELECT count(*),
  count(*) FILTER (WHERE name IN
    ('id', 'holder', 'from_version', 'step', 'acquired_at', 'renewed_at'))
FROM pragma_table_info('migration_lease'))sql");
  Rows rows = statement.query();
  if (!rows.next() || rows.integer(0) == 0) return LeaseTable::kNone;
  constexpr int kColumns = 6;
  return rows.integer(1) == kColumns ? LeaseTable::kOurs : LeaseTable::kForeign;
}

/// The instant that `text` may stand for: the file's form, or a number of seconds or milliseconds
/// since 1970.
std::optional<base::WallTime> instant_in(std::string_view text) {
  if (const auto time = base::parse_iso(text)) return time;
  const auto number = base::parse_number<std::int64_t>(text);
  constexpr std::int64_t kYear2100 = 4'102'444'800;  // in seconds
  if (!number || *number < 0 || *number >= kYear2100 * 1000) return std::nullopt;
  return base::WallTime(std::chrono::milliseconds(*number < kYear2100 ? *number * 1000 : *number));
}

/// Another program's lease, of whose table only the name is known. It counts as renewed at the
/// latest instant in its row.
std::optional<MigrationLease> read_foreign_lease(const Database& database) {
  Statement statement(database, "SELECT * FROM migration_lease LIMIT 1");
  Rows rows = statement.query();
  if (!rows.next()) return std::nullopt;
  MigrationLease lease{"another program", 0, "", "", ""};
  std::optional<base::WallTime> latest;
  for (int column = 0; column < sqlite3_column_count(statement.handle()); ++column) {
    if (sqlite3_column_name(statement.handle(), column) == std::string_view("holder"))
      lease.holder = rows.text(column);
    if (const auto instant = instant_in(rows.text(column)))
      latest = latest ? std::max(*latest, *instant) : *instant;
  }
  if (latest) lease.renewed_at = base::to_iso(*latest);
  return lease;
}

}  // namespace

std::string holder_text(const Holder& holder) {
  return holder.host + "/" + std::to_string(holder.pid) + "/" + std::to_string(holder.start);
}

std::optional<Holder> parse_holder(std::string_view text) {
  const std::vector<std::string_view> parts = base::split(text, '/');
  if (parts.size() != 3 || parts[0].empty()) return std::nullopt;
  const auto pid = base::parse_number<std::int64_t>(parts[1]);
  const auto start = base::parse_number<std::int64_t>(parts[2]);
  if (!pid || *pid == 0 || *pid > std::numeric_limits<pid_t>::max() || !start) return std::nullopt;
  return Holder{std::string(parts[0]), *pid, *start};
}

Holder this_process() {
  const std::int64_t pid = ::getpid();
  return {host_name(), pid, start_of_process(pid).value_or(0)};
}

bool process_runs(const Holder& holder) {
  if (::kill(static_cast<pid_t>(holder.pid), 0) != 0 && errno == ESRCH) return false;
  const auto start = start_of_process(holder.pid);
  return !start || holder.start == 0 || *start == holder.start;
}

std::optional<MigrationLease> read_migration_lease(const Database& database) {
  const LeaseTable table = lease_table(database);
  if (table == LeaseTable::kForeign) return read_foreign_lease(database);
  if (table == LeaseTable::kNone) return std::nullopt;
  Statement statement(database, R"sql(
SELECT holder, from_version, step, acquired_at, renewed_at FROM migration_lease
WHERE id = 1)sql");
  Rows rows = statement.query();
  if (!rows.next()) return std::nullopt;
  return MigrationLease{std::string(rows.text(0)), rows.integer(1), std::string(rows.text(2)),
                        std::string(rows.text(3)), std::string(rows.text(4))};
}

LeaseContext lease_context(std::chrono::milliseconds span) {
  return {base::wall_now(), span, host_name(), process_runs};
}

bool lease_lives(const MigrationLease& lease, const LeaseContext& context) {
  const auto renewed = base::parse_iso(lease.renewed_at);
  if (!renewed || std::chrono::abs(context.now - *renewed) > context.span) return false;
  const auto holder = parse_holder(lease.holder);
  return !holder || holder->host != context.host || context.runs(*holder);
}

}  // namespace mirror

#include "common/mirror/sqlite.h"

#include <utility>

#include "common/base/text.h"

namespace mirror {
namespace {

bool is_busy(int code) {
  const int primary = code & 0xFF;
  return primary == SQLITE_BUSY || primary == SQLITE_LOCKED;
}

std::string client_message(int extended_code) {
  return (is_busy(extended_code) ? "Another program has locked the mirror file (SQLite code "
                                 : "The mirror file cannot be used (SQLite code ") +
         std::to_string(extended_code) + ").";
}

[[noreturn]] void fail(sqlite3* handle, int code, const std::string& path) {
  const bool known = handle != nullptr && sqlite3_errcode(handle) != SQLITE_OK;
  const int extended = known ? sqlite3_extended_errcode(handle) : code;
  const std::string words = known ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
  throw SqliteFault(extended, path.empty() ? words : path + ": " + words);
}

std::string path_of(sqlite3* handle) {
  const char* path = sqlite3_db_filename(handle, "main");
  return path == nullptr ? "" : path;
}

void configure(sqlite3* handle) {
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  constexpr int kLargestText = 64 * 1024 * 1024;
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kLargestText);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
}

}  // namespace

SqliteFault::SqliteFault(int extended_code, std::string detail)
    : Fault(base::Code::kDatabase, "", client_message(extended_code)),
      extended_code_(extended_code),
      detail_(std::move(detail)) {}

Database::Database(const std::string& path, int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(handle, code, path);
  configure(handle);
}

void Database::execute(std::string_view sql) {
  Statement(*this, sql).run();
}

std::optional<std::int64_t> Database::integer(std::string_view sql) const {
  Statement statement(*this, sql);
  Rows rows = statement.query();
  if (!rows.next() || rows.is_null(0)) return std::nullopt;
  return rows.integer(0);
}

std::optional<std::string> Database::text(std::string_view sql) const {
  Statement statement(*this, sql);
  Rows rows = statement.query();
  if (!rows.next()) return std::nullopt;
  return rows.optional_text(0);
}

void Database::trust_schema() {
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, nullptr);
}

void Database::wait_for_locks(std::chrono::milliseconds longest, std::stop_token stop) {
  lock_wait_ =
      std::make_unique<LockWait>(LockWait{longest, std::move(stop), base::Deadline::never()});
  sqlite3_busy_handler(
      handle(),
      [](void* self, int earlier_calls) {
        auto* wait = static_cast<LockWait*>(self);
        if (earlier_calls == 0) wait->deadline = base::Deadline::after(wait->longest);
        constexpr std::chrono::milliseconds kPause(10);
        const base::Deadline next = base::Deadline::after(kPause).earlier_of(wait->deadline);
        return !wait->deadline.expired() && base::wait_until(next, wait->stop) ? 1 : 0;
      },
      lock_wait_.get());
}

Statement::Statement(const Database& database, std::string_view sql)
    : lock_wait_(database.lock_wait_.get()) {
  sqlite3_stmt* handle = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, &rest);
  handle_.reset(handle);
  if (code != SQLITE_OK) mirror::fail(database.handle(), code, path_of(database.handle()));
  const std::string_view behind(rest, static_cast<std::size_t>(sql.data() + sql.size() - rest));
  if (handle == nullptr || !base::trim(behind).empty())
    throw SqliteFault(SQLITE_MISUSE, "not exactly one statement");
}

void Statement::fail(int code) const {
  if (is_busy(code) && lock_wait_ != nullptr && lock_wait_->stop.stop_requested()) {
    throw base::cancelled();
  }
  sqlite3* handle = sqlite3_db_handle(handle_.get());
  mirror::fail(handle, code, path_of(handle));
}

void Statement::bind(int at, std::string_view value) {
  // An empty view may have a null pointer, which SQLite would bind as NULL.
  const char* data = value.data() == nullptr ? "" : value.data();
  const int code =
      sqlite3_bind_text64(handle_.get(), at, data, value.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (code != SQLITE_OK) fail(code);
}

void Statement::bind(int at, std::int64_t value) {
  const int code = sqlite3_bind_int64(handle_.get(), at, value);
  if (code != SQLITE_OK) fail(code);
}

void Statement::bind(int at, double value) {
  const int code = sqlite3_bind_double(handle_.get(), at, value);
  if (code != SQLITE_OK) fail(code);
}

void Statement::bind(int at, std::nullptr_t) {
  const int code = sqlite3_bind_null(handle_.get(), at);
  if (code != SQLITE_OK) fail(code);
}

void Statement::bind(int at, const std::optional<std::string>& value) {
  if (value) {
    bind(at, std::string_view(*value));
  } else {
    bind(at, nullptr);
  }
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(code);
  return false;
}

Rows::~Rows() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_->handle());
  sqlite3_clear_bindings(statement_->handle());
}

bool Rows::is_null(int column) const {
  return sqlite3_column_type(statement_->handle(), column) == SQLITE_NULL;
}

bool Rows::is_integer(int column) const {
  return sqlite3_column_type(statement_->handle(), column) == SQLITE_INTEGER;
}

std::string_view Rows::text(int column) const {
  const auto* data =
      reinterpret_cast<const char*>(sqlite3_column_text(statement_->handle(), column));
  const int size = sqlite3_column_bytes(statement_->handle(), column);
  return data == nullptr ? std::string_view()
                         : std::string_view(data, static_cast<std::size_t>(size));
}

std::int64_t Rows::integer(int column) const {
  return sqlite3_column_int64(statement_->handle(), column);
}

double Rows::real(int column) const {
  return sqlite3_column_double(statement_->handle(), column);
}

std::optional<std::string> Rows::optional_text(int column) const {
  if (is_null(column)) return std::nullopt;
  return std::string(text(column));
}

InterruptGuard::InterruptGuard(const Database& database, base::Deadline deadline,
                               std::stop_token stop)
    : database_(database), deadline_(deadline), stop_(std::move(stop)) {
  // Asked every few thousand instructions: well under a millisecond of work.
  constexpr int kInstructions = 4000;
  sqlite3_progress_handler(
      database_.handle(), kInstructions,
      [](void* self) {
        const auto* guard = static_cast<const InterruptGuard*>(self);
        return guard->stop_.stop_requested() || guard->deadline_.expired() ? 1 : 0;
      },
      this);
  // An interrupt between two statements is forgotten; the handler above still stops the next one.
  interrupt_.emplace(stop_, Interrupt{database_.handle()});
}

InterruptGuard::~InterruptGuard() {
  interrupt_.reset();
  sqlite3_progress_handler(database_.handle(), 0, nullptr, nullptr);
}

}  // namespace mirror

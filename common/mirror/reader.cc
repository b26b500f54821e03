#include "common/mirror/reader.h"

#include <algorithm>
#include <utility>

#include "common/base/fault.h"
#include "common/mirror/lease.h"
#include "common/mirror/paper_row.h"
#include "common/mirror/read_only.h"
#include "common/mirror/readiness.h"
#include "common/mirror/search.h"
#include "common/mirror/statements.h"

namespace mirror {
namespace {

// What changes when the file's format or readiness does.
struct Stamp {
  std::int64_t version = 0;
  std::int64_t cookie = 0;  // SQLite's count of schema changes
  std::int64_t completed = 0;
  bool leased = false;
  bool operator==(const Stamp&) const = default;
};

Stamp read_stamp(const Database& database, Statements& statements) {
  Rows rows = statements[Sql::kStamp].query();
  rows.next();
  return {rows.integer(0), rows.integer(1), rows.integer(2),
          read_migration_lease(database).has_value()};
}

// One state of the file for several statements.
class Snapshot {
 public:
  explicit Snapshot(Database& database) : database_(database) { database_.execute("BEGIN"); }
  ~Snapshot() { sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr); }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  Database& database_;
};

// A call that is to end, and how.
class Bounds {
 public:
  Bounds(base::Deadline deadline, const std::stop_token& stop)
      : deadline_(deadline), stop_(stop), begun_(base::Deadline::Clock::now()) {}

  bool ended() const { return stop_.stop_requested() || deadline_.expired(); }
  [[noreturn]] void fail() const {
    if (stop_.stop_requested()) throw base::cancelled();
    const auto spent = base::Deadline::Clock::now() - begun_;
    throw base::timed_out("The search in the mirror",
                          std::chrono::ceil<std::chrono::milliseconds>(spent).count());
  }

 private:
  base::Deadline deadline_;
  const std::stop_token& stop_;
  base::Deadline::Clock::time_point begun_;
};

}  // namespace

struct Reader::Impl {
  std::string path;
  FileIdentity identity;
  mutable Database database;
  mutable Statements statements{database};
  Stamp stamp;

  Impl(std::string at, const FileIdentity& file, Database opened)
      : path(std::move(at)),
        identity(file),
        database(std::move(opened)),
        stamp(read_stamp(database, statements)) {}
};

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

Reader::Opened Reader::open(const std::string& path, std::chrono::milliseconds lease) {
  Opened opened;
  try {
    // Looked at before it is opened: a file put in its place in between is noticed later.
    const FileIdentity identity = identify_file(path);
    Database database = open_read_only(path);
    opened.not_ready = readiness(database, lease_context(lease));
    if (!opened.not_ready)
      opened.reader = Reader(std::make_unique<Impl>(path, identity, std::move(database)));
  } catch (const CannotOpen& reason) {
    opened.not_ready = reason.reason;
    opened.detail = reason.detail;
  } catch (const SqliteFault& fault) {
    opened.not_ready = NotReady::kUnreadable;
    opened.detail = path + ": " + fault.detail();
  }
  return opened;
}

std::optional<StoredPaper> Reader::find(std::string_view base) {
  Rows rows = impl_->statements[Sql::kPaperById].query(base);
  if (!rows.next()) return std::nullopt;
  return paper_of_row(rows);
}

SearchPage Reader::search(const SearchRequest& request, base::Deadline deadline,
                          const std::stop_token& stop) {
  const Bounds bounds(deadline, stop);
  if (bounds.ended()) bounds.fail();
  const InterruptGuard guard(impl_->database, deadline, stop);
  try {
    const Snapshot snapshot(impl_->database);
    SearchPage page = search_papers(impl_->statements, request);
    page.as_of = state().last_datestamp.value_or("");
    return page;
  } catch (const SqliteFault& fault) {
    if (fault.is_interrupt()) bounds.fail();
    throw;
  }
}

Reader::Explained Reader::explain(const SearchRequest& request, base::Deadline deadline,
                                  const std::stop_token& stop) {
  StatementTrace trace(impl_->database);
  Explained explained{search(request, deadline, stop), {}};
  explained.statements = trace.finish();
  return explained;
}

std::vector<std::string> Reader::complete_ids(std::string_view prefix, int limit) {
  // Identifiers are ASCII, so DEL lies behind every continuation of the prefix.
  const std::string last = std::string(prefix) + '\x7f';
  std::vector<std::string> ids;
  Rows rows = impl_->statements[Sql::kIdsByPrefix].query(prefix, last, std::max(limit, 0));
  while (rows.next())
    ids.emplace_back(rows.text(0));
  return ids;
}

HarvestState Reader::state() const {
  return read_harvest_state(impl_->database);
}

bool Reader::is_current() const {
  try {
    return identify_file(impl_->path) == impl_->identity &&
           read_stamp(impl_->database, impl_->statements) == impl_->stamp;
  } catch (const CannotOpen&) {
    return false;
  } catch (const SqliteFault&) {
    return false;
  }
}

}  // namespace mirror

#include "common/mirror/lease.h"

#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/common/mirror/as_other_user.h"
#include "tests/common/mirror/mirror_file.h"
#include "tests/support/temp_dir.h"

namespace {

using mirror::Holder;

const base::WallTime kNow = *base::parse_iso("2026-06-01T12:00:00.000Z");

TEST_CASE("a lease lives by when it was renewed and by whom") {
  struct Case {
    const char* holder;
    const char* renewed_at;
    bool runs;
    bool lives;
  };
  const Case cases[] = {
      {"here/7/100", "2026-06-01T11:59:59.000Z", true, true},
      {"here/7/100", "2026-06-01T11:59:59.000Z", false, false},
      {"here/7/100", "2026-06-01T11:55:00.000Z", true, true},
      {"here/7/100", "2026-06-01T11:54:59.999Z", true, false},
      {"there/7/100", "2026-06-01T11:59:59.000Z", false, true},
      {"there/7/100", "2026-06-01T11:54:00.000Z", false, false},
      {"a foreign writer", "2026-06-01T11:59:59.000Z", false, true},
      {"a foreign writer", "2026-06-01T11:54:00.000Z", false, false},
      {"here/7", "2026-06-01T11:59:59.000Z", false, true},
      {"there/7/100", "2026-06-01T12:04:00.000Z", false, true},
      {"there/7/100", "2036-06-01T12:00:00.000Z", false, false},
      {"there/7/100", "yesterday", true, false},
      {"there/7/100", "", true, false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.holder);
    CAPTURE(one.renewed_at);
    const mirror::LeaseContext context{kNow, std::chrono::minutes(5), "here",
                                       [&](const Holder&) { return one.runs; }};
    const mirror::MigrationLease lease{one.holder, 6, "full text", "", one.renewed_at};
    CHECK(mirror::lease_lives(lease, context) == one.lives);
  }
}

TEST_CASE("a holder's text reads back, any other is foreign") {
  const Holder holder{"host.example", 4711, 123'456};
  CHECK(mirror::holder_text(holder) == "host.example/4711/123456");
  CHECK(mirror::parse_holder(mirror::holder_text(holder)) == holder);
  for (const char* text : {"", "host", "host/1", "/1/2", "host/0/2", "host/-1/2", "host/1/-2",
                           "host/1x/2", "host/1/2/3", "host/99999999999/2", "host//"}) {
    CAPTURE(text);
    CHECK(!mirror::parse_holder(text));
  }
}

TEST_CASE("a process runs while it does, and no other with its number passes for it") {
  const Holder self = mirror::this_process();
  CHECK(!self.host.empty());
  CHECK(self.pid == ::getpid());
  CHECK(self.start > 0);
  CHECK(mirror::process_runs(self));
  CHECK(mirror::process_runs({"", self.pid, 0}));
  CHECK(!mirror::process_runs({"", self.pid, self.start + 1}));
  CHECK(testing::as_other_user([&] { return mirror::process_runs(self); }));
}

TEST_CASE("a process that ended is gone") {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  CHECK(!mirror::process_runs({"", child, 0}));
}

TEST_CASE("the stored lease reads back") {
  const testing::TempDir folder;
  testing::MirrorFile file(folder / "mirror.db");
  CHECK(!mirror::read_migration_lease(file.database()));
  file.execute("INSERT INTO migration_lease VALUES (1, 'h/1/2', 3, 'dates', 'then', 'now')");
  CHECK(mirror::read_migration_lease(file.database()) ==
        mirror::MigrationLease{"h/1/2", 3, "dates", "then", "now"});
}

}  // namespace

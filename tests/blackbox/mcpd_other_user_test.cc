// mcpd as a user who may read the mirror and write nothing, with no harvestd alive: after a run
// that ended, and after one that was killed.

#include <csignal>
#include <filesystem>
#include <set>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/blackbox/harvest_setting.h"
#include "tests/support/json_path.h"
#include "tests/support/mcp_client.h"

namespace {

namespace fs = std::filesystem;
using testing::HarvestSetting;
using testing::McpClient;
using testing::Process;

bool can_be_someone_else() {
  if (::geteuid() == 0) return true;
  MESSAGE("skipped: only root can start mcpd as another user");
  return false;
}

/// A mirror below a folder that everyone may look into, a copy of mcpd beside it, and users without
/// permission to write there.
class SharedMirror : public HarvestSetting {
 public:
  SharedMirror() : HarvestSetting({"--generate", "60", "--page-size", "20"}) {
    fs::permissions(folder.path(), fs::perms(0755));
    fs::copy_file(testing::program("mcpd"), program_);
    fs::permissions(program_, fs::perms(0755));
  }

  /// Whether mcpd, started as nobody, answers for the paper `id` from the mirror.
  bool nobody_finds(const std::string& id) const {
    testing::Command command{{"/usr/bin/env", "setpriv", "--reuid=65534", "--regid=65534",
                              "--clear-groups", program_, "--mirror", file,
                              "--mirror-fallback-live", "false"}};
    command.environment = {{"ARXIV_API_BASE_URL", arxiv.base_url() + "/api"}};
    McpClient client(command);
    client.open();
    const auto answer = client.call_tool("arxiv_get_metadata", R"({"paper_ids":")" + id + R"("})");
    return !answer.is_error && testing::text_at(answer.structured, "/source") == "mirror";
  }
  /// A paper that is in the file now. Looked up in a copy, since opening the file as root would
  /// tidy up behind its writer.
  std::string some_id() const {
    const testing::TempDir copy;
    for (const std::string side : {"", "-wal"})
      fs::copy_file(file + side, copy / ("mirror.db" + side));
    const mirror::Database database(copy / "mirror.db", SQLITE_OPEN_READWRITE);
    return database.text("SELECT id FROM papers ORDER BY rowid LIMIT 1").value();
  }

  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(file).parent_path()))
      names.insert(entry.path().filename());
    return names;
  }

 private:
  std::string program_ = folder / "mcpd";
};

const std::set<std::string> kFiles = {"mirror.db", "mirror.db-shm", "mirror.db-wal",
                                      "mirror.db.lock"};

TEST_CASE("after a run has ended another user reads the mirror and leaves nothing") {
  if (!can_be_someone_else()) return;
  const SharedMirror mirror;
  REQUIRE(mirror.run({"init", "--quiet"}).status == 0);
  const std::string id = mirror.some_id();
  CHECK(mirror.files() == kFiles);
  CHECK(fs::file_size(mirror.file + "-wal") == 0);
  CHECK(mirror.nobody_finds(id));
  CHECK_FALSE(mirror.nobody_finds("2401.99999"));
  CHECK(mirror.files() == kFiles);
  CHECK(fs::file_size(mirror.file + "-wal") == 0);
}

TEST_CASE("after kill -9 of the writer too, and its log stays for the next one") {
  if (!can_be_someone_else()) return;
  const SharedMirror mirror;
  REQUIRE(mirror.run({"init", "--quiet"}).status == 0);
  for (std::size_t record = 0; record < 50; ++record)
    mirror.arxiv.modify(record);
  // When the third page is asked for, the first one is stored.
  mirror.arxiv.fault("path=/oai;nth=3;stall-before-headers");
  const std::size_t before = mirror.asked().size();
  Process writer(mirror.command({"refresh", "--quiet"}));
  mirror.arxiv.wait_for_requests("/oai", before + 3);
  writer.send_signal(SIGKILL);
  CHECK(writer.wait() == 137);
  CHECK(fs::file_size(mirror.file + "-wal") > 0);
  const std::string log = testing::read_file(mirror.file + "-wal");
  const std::string content = testing::read_file(mirror.file);
  CHECK(mirror.nobody_finds(mirror.some_id()));
  CHECK(testing::read_file(mirror.file + "-wal") == log);
  CHECK(testing::read_file(mirror.file) == content);
}

}  // namespace

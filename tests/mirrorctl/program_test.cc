/// mirrorctl as a program: its exit statuses, and how it becomes harvestd.

#include <filesystem>

#include <doctest/doctest.h>

#include "common/base/json.h"
#include "tests/support/process.h"
#include "tests/support/temp_dir.h"

namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;
using testing::ProcessResult;

ProcessResult mirrorctl(const Arguments& arguments,
                        const std::map<std::string, std::string>& environment = {},
                        const std::string& program = testing::program("mirrorctl")) {
  testing::Command command{{program}, environment};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  return testing::run(command);
}

/// A copy of mirrorctl in a folder of its own, with a harvestd that writes its arguments, one in
/// brackets each, and ends with status 65.
struct Installation {
  testing::TempDir root;
  std::string program = root / "bin/mirrorctl";

  explicit Installation(const std::string& harvestd) {
    fs::create_directories(root / "bin");
    fs::create_directories(root / "libexec/arxiv-mirror");
    fs::copy_file(testing::program("mirrorctl"), program);
    if (harvestd.empty()) return;
    const std::string script = root.write(harvestd, "#!/bin/sh\nprintf '[%s]' \"$@\"\nexit 65\n");
    fs::permissions(script, fs::perms::owner_all);
  }
};

TEST_CASE("help and version are no errors") {
  for (const Arguments& arguments :
       {Arguments{"--help"}, Arguments{"-h"}, Arguments{"status", "--help"},
        Arguments{"connect", "--help"}, Arguments{"config", "--help"}}) {
    const ProcessResult result = mirrorctl(arguments);
    CHECK(result.status == 0);
    CHECK(result.out.find("Usage: mirrorctl") != std::string::npos);
    CHECK(result.err.empty());
  }
  const ProcessResult version = mirrorctl({"--version"});
  CHECK(version.status == 0);
  CHECK(version.out == "mirrorctl " ARXIV_MIRROR_VERSION "\n");
}

TEST_CASE("a wrong command line ends with 64 and says what is wrong on stderr") {
  struct Row {
    Arguments arguments;
    const char* says;
  };
  const Row rows[] = {
      {{}, "Usage: mirrorctl"},
      {{"statsu"}, "there is no command 'statsu'. Did you mean 'status'?"},
      {{"Refresh"}, "Did you mean 'refresh'?"},
      {{"frobnicate"}, "there is no command 'frobnicate'. `mirrorctl --help`"},
      {{"--frob"}, "there is no command '--frob'."},
      {{"status", "--frob"}, "--frob"},
      {{"status", "extra"}, "extra"},
      {{"connect", "emacs"}, "emacs"},
      {{"status", "--mirror"}, "--mirror"},
      {{"status", "--watch", "--interval", "0"}, "--interval"},
  };
  for (const Row& row : rows) {
    const ProcessResult result = mirrorctl(row.arguments);
    CAPTURE(result.err);
    CHECK(result.status == 64);
    CHECK(result.err.find(row.says) != std::string::npos);
    CHECK(result.out.empty());
  }
}

TEST_CASE("a wrong setting ends with 78 and one line that names it") {
  const ProcessResult result = mirrorctl({"config"}, {{"ARXIV_API_TIMEOUT_MS", "soon"}});
  CHECK(result.status == 78);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "mirrorctl: ARXIV_API_TIMEOUT_MS: 'soon' is not a whole number from 1 to 1000000000.\n");
}

TEST_CASE("what writes becomes harvestd with the same arguments and its status") {
  for (const char* place : {"bin/harvestd", "libexec/arxiv-mirror/harvestd"}) {
    const Installation installation(place);
    const ProcessResult result =
        mirrorctl({"refresh", "--quiet", "a b", "", "--help", "$x"}, {}, installation.program);
    CHECK(result.status == 65);
    CHECK(result.out == "[refresh][--quiet][a b][][--help][$x]");
    for (const char* command : {"init", "verify", "repair", "migrate", "export", "import"})
      CHECK(mirrorctl({command, "-"}, {}, installation.program).out ==
            "[" + std::string(command) + "][-]");
  }
}

TEST_CASE("a harvestd elsewhere on PATH is not used") {
  const Installation with("bin/harvestd");
  const Installation without("");
  const ProcessResult result = mirrorctl({"init"}, {{"PATH", with.root / "bin"}}, without.program);
  CHECK(result.status == 78);
  CHECK(result.err == "mirrorctl: harvestd is not installed beside mirrorctl.\n");
}

TEST_CASE("status of a file that is not there makes none") {
  const testing::TempDir folder;
  const std::string path = folder / "sub/mirror.db";
  const ProcessResult result = mirrorctl({"status", "--json", "--mirror", path});
  CHECK(result.status == 0);
  const auto status = json::parse(result.out);
  REQUIRE(status);
  CHECK(json::text((*status)["not_ready"]) == "missing");
  CHECK(json::text((*status)["path"]) == path);
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("connect names the mcpd beside it and the mirror that was asked for") {
  const testing::TempDir folder;
  const std::string path = folder / "mirror.db";
  const ProcessResult result = mirrorctl({"connect", "cursor"}, {{"ARXIV_MIRROR_PATH", path}});
  CHECK(result.status == 0);
  const auto entry = json::parse(result.out.substr(result.out.find('{')));
  REQUIRE(entry);
  const json::Value& server = (*entry)["mcpServers"]["arxiv-mirror"];
  CHECK(fs::equivalent(json::text(server["command"]), testing::program("mcpd")));
  CHECK(json::text(server["args"][0]) == "--mirror");
  CHECK(json::text(server["args"][1]) == path);
}

TEST_CASE("an output that cannot be written is a failure") {
  const ProcessResult result = testing::run(
      {{"/bin/sh", "-c", "exec \"$0\" config > /dev/full", testing::program("mirrorctl")}});
  CHECK(result.status == 74);
}

}  // namespace

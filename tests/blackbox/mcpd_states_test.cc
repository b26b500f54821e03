#include <functional>
#include <set>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/blackbox/mcpd_setting.h"

namespace {

namespace fs = std::filesystem;
using testing::at;
using testing::HarvestedMirror;
using testing::holds;
using testing::McpdSetting;
using testing::outcomes;
using testing::TempDir;
using testing::text_at;
using testing::ToolAnswer;
using Environment = McpdSetting::Environment;
using Words = std::vector<std::string>;

std::set<std::string> everything_in(const fs::path& folder) {
  std::set<std::string> entries;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string size = entry.is_regular_file() ? " " + std::to_string(entry.file_size()) : "";
    entries.insert(entry.path().string() + size);
  }
  return entries;
}

/// The server answers what needs no mirror, and everything else from arXiv.
void check_answers_without_mirror(testing::McpClient& client, const std::string& path) {
  const json::Document tools = client.request("tools/list");
  CHECK(at(tools, "/tools").Size() == 4);
  const ToolAnswer categories = client.call_tool("arxiv_list_categories");
  CHECK(at(categories.structured, "/totalCount").GetInt() == 155);
  const ToolAnswer paper = client.call_tool("arxiv_get_metadata", R"({"paper_ids":"2401.10002"})");
  CHECK(outcomes(paper) == Words{"2401.10002v1"});
  CHECK(text_at(paper.structured, "/source") == "live");
  CHECK(text_at(paper.structured, "/liveReason") == "mirror_not_ready");
  const ToolAnswer search = client.call_tool("arxiv_search_papers", R"({"query":"knots"})");
  CHECK(at(search.structured, "/totalFound").GetInt() == 1);
  CHECK(text_at(search.structured, "/source") == "live");
  CHECK(text_at(search.structured, "/liveReason") == "mirror_not_ready");
  CHECK_FALSE(holds(search.text(), path));
  const json::Document completion = client.request(
      "completion/complete", R"({"ref":{"type":"ref/resource","uri":"arxiv://paper/{paperId}"},)"
                             R"("argument":{"name":"paperId","value":"24"}})");
  CHECK(at(completion, "/completion/values").Empty());
}

TEST_CASE("whatever stands in the mirror's place, the server works and leaves it alone") {
  const std::string whole = testing::read_file(HarvestedMirror::get().file());
  std::string garbage = "garbage";
  while (garbage.size() < 65'536)
    garbage += static_cast<char>(garbage.size() * 31 % 251);
  const struct {
    const char* name;
    std::function<std::string(const TempDir&)> make;
  } kStates[] = {
      {"no file", [](const TempDir& folder) { return folder / "mirror.db"; }},
      {"no folder", [](const TempDir& folder) { return folder / "none/mirror.db"; }},
      {"empty", [](const TempDir& folder) { return folder.write("mirror.db", ""); }},
      {"garbage", [&](const TempDir& folder) { return folder.write("mirror.db", garbage); }},
      {"cut in half",
       [&](const TempDir& folder) {
         return folder.write("mirror.db", std::string_view(whole).substr(0, whole.size() / 2));
       }},
      {"cut in its header",
       [&](const TempDir& folder) {
         return folder.write("mirror.db", std::string_view(whole).substr(0, 50));
       }},
      {"header of a mirror, then garbage",
       [&](const TempDir& folder) {
         return folder.write("mirror.db", whole.substr(0, 100) + garbage);
       }},
      {"a folder",
       [](const TempDir& folder) {
         fs::create_directory(folder / "mirror.db");
         return folder / "mirror.db";
       }},
      {"unreadable",
       [&](const TempDir& folder) {
         const std::string path = folder.write("mirror.db", ::geteuid() == 0 ? "" : whole);
         fs::permissions(path, fs::perms::none);
         return path;
       }},
  };
  for (const auto& state : kStates) {
    CAPTURE(state.name);
    const TempDir folder;
    const std::string path = state.make(folder);
    const auto before = everything_in(folder.path());
    {
      McpdSetting setting(Environment{{"ARXIV_MIRROR_PATH", path}});
      check_answers_without_mirror(setting.client, path);
    }
    CHECK(everything_in(folder.path()) == before);
  }
}

TEST_CASE("without any setting of a path nothing is created either") {
  const TempDir home;
  McpdSetting setting(Environment{{"ARXIV_MIRROR_PATH", ""},
                                  {"HOME", home.path().string()},
                                  {"XDG_DATA_HOME", ""},
                                  {"STATE_DIRECTORY", ""}});
  check_answers_without_mirror(setting.client, home.path().string());
  CHECK(everything_in(home.path()).empty());
}

TEST_CASE("a mirror that appears is used by the next call") {
  const TempDir folder;
  McpdSetting setting(Environment{{"ARXIV_MIRROR_PATH", folder / "mirror.db"}});
  const auto search = [&] {
    return setting.client.call_tool("arxiv_search_papers", R"({"query":"knots"})");
  };
  CHECK(text_at(search().structured, "/source") == "live");
  fs::copy_file(HarvestedMirror::get().file(), folder / "mirror.db");
  const ToolAnswer answer = search();
  CHECK(text_at(answer.structured, "/source") == "mirror");
  CHECK(at(answer.structured, "/totalFound").GetInt() == 1);
}

TEST_CASE("with the mirror switched off everything goes live without a reason") {
  McpdSetting setting(Environment{{"ARXIV_MIRROR_ENABLED", "no"}});
  const ToolAnswer search = setting.client.call_tool("arxiv_search_papers", R"({"query":"knots"})");
  CHECK(text_at(search.structured, "/source") == "live");
  CHECK(testing::find_at(search.structured, "/liveReason") == nullptr);
  const ToolAnswer paper =
      setting.client.call_tool("arxiv_get_metadata", R"({"paper_ids":"2401.10002"})");
  CHECK(outcomes(paper) == Words{"2401.10002v1"});
  CHECK(testing::find_at(paper.structured, "/liveReason") == nullptr);
}

}  // namespace

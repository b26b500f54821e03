#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>

#include "common/base/fault.h"
#include "common/base/unique_fd.h"
#include "harvestd/dump/dump_input.h"
#include "harvestd/dump/dump_output.h"
#include "tests/support/temp_dir.h"

namespace {

using base::Code;
using mirror::DumpInput;
using mirror::DumpOutput;
using Texts = std::vector<std::string>;

Texts read_lines(const std::string& file) {
  DumpInput input(file, {});
  Texts lines;
  for (std::string line; input.next(line);)
    lines.push_back(line);
  CHECK(input.line_number() == static_cast<std::int64_t>(lines.size()));
  return lines;
}

template <class Act>
std::optional<base::Fault> fault_of(const Act& act) {
  try {
    act();
  } catch (const base::Fault& fault) {
    return fault;
  }
  return std::nullopt;
}

bool says(const std::optional<base::Fault>& fault, Code code, const std::string& part) {
  return fault && fault->code() == code && fault->message().find(part) != std::string::npos;
}

void write_dump(const std::string& file, const Texts& pieces) {
  DumpOutput output(file, {});
  for (const std::string& piece : pieces)
    output.write(piece);
  output.finish();
}

std::size_t files_in(const testing::TempDir& folder) {
  const auto entries = std::filesystem::directory_iterator(folder.path());
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

TEST_CASE("lines come as they are, whatever their end") {
  const testing::TempDir folder;
  struct Case {
    std::string content;
    Texts lines;
  };
  const Case cases[] = {
      {"", {}},
      {"a", {"a"}},
      {"a\n", {"a"}},
      {"\n\nb\n", {"", "", "b"}},
      {"\xEF\xBB\xBF{}\n[]", {"{}", "[]"}},
      {"\xEF\xBB\xBF", {}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.content);
    CHECK(read_lines(folder.write("dump", one.content)) == one.lines);
  }
}

TEST_CASE("what was written is read, compressed or not, in lines longer than any buffer") {
  const testing::TempDir folder;
  Texts pieces;
  for (int i = 0; i < 3000; ++i)
    pieces.push_back(std::string(static_cast<std::size_t>(i), static_cast<char>('a' + i % 26)));
  pieces.emplace_back(600'000, 'x');
  Texts lines = pieces;
  for (std::string& piece : pieces)
    piece += '\n';
  for (const std::string name : {"dump.ndjson", "dump.ndjson.gz"}) {
    write_dump(folder / name, pieces);
    CHECK(read_lines(folder / name) == lines);
  }
  CHECK(std::filesystem::file_size(folder / "dump.ndjson.gz") <
        std::filesystem::file_size(folder / "dump.ndjson") / 20);
  CHECK(testing::read_file(folder / "dump.ndjson.gz").starts_with("\x1F\x8B"));
  // gzip is known by its bytes; members may follow one another.
  const std::string packed = testing::read_file(folder / "dump.ndjson.gz");
  CHECK(read_lines(folder.write("twice", packed + packed)).size() == 2 * lines.size());
}

TEST_CASE("compressed data that end early or are damaged are no end of the dump") {
  const testing::TempDir folder;
  Texts pieces;
  for (int i = 0; i < 20'000; ++i)
    pieces.push_back("line " + std::to_string(i * 7919) + "\n");
  write_dump(folder / "dump.gz", pieces);
  std::string packed = testing::read_file(folder / "dump.gz");
  const auto read = [&](const std::string& content) {
    return fault_of([&] { read_lines(folder.write("bad.gz", content)); });
  };
  CHECK(says(read(packed.substr(0, packed.size() / 2)), Code::kValidation, "breaks off"));
  CHECK(says(read(packed.substr(0, packed.size() - 1)), Code::kValidation, "breaks off"));
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x10);
  CHECK(says(read(packed), Code::kValidation, "damaged"));
}

TEST_CASE("zeros behind compressed data are passed over, anything else is refused") {
  const testing::TempDir folder;
  write_dump(folder / "dump.gz", {"a\n", "b\n"});
  const std::string packed = testing::read_file(folder / "dump.gz");
  for (const std::size_t zeros : {1U, 511U, 600'000U}) {
    CHECK(read_lines(folder.write("padded.gz", packed + std::string(zeros, '\0'))) ==
          Texts{"a", "b"});
  }
  for (const std::string& garbage :
       {std::string("x"), std::string("\0x", 2), std::string(600'000, '\0') + packed,
        std::string("{}\n"), std::string("\x1F"), std::string("\x1F\x8Bx")}) {
    const auto fault = fault_of([&] { read_lines(folder.write("bad.gz", packed + garbage)); });
    CHECK(says(fault, Code::kValidation, "compressed data"));
    CHECK(says(fault, Code::kValidation, "bad.gz, line"));
  }
}

TEST_CASE("what is no lines of JSON is refused at once, compressed or not, with the file's name") {
  const testing::TempDir folder;
  const std::string list = "[{\"id\":1},\n{\"id\":2}]\n";
  write_dump(folder / "dump.gz", {list});
  for (const std::string& file : {folder.write("dump", list), folder / "dump.gz",
                                  folder.write("marked", "\xEF\xBB\xBF" + list)}) {
    CHECK(says(fault_of([&] { read_lines(file); }), Code::kValidation, file + " is one JSON list"));
  }
}

TEST_CASE("a line without end is refused, not held") {
  const testing::TempDir folder;
  const std::string longest(mirror::kLongestLine, 'x');
  CHECK(read_lines(folder.write("dump", longest + "\nb")).size() == 2);
  const auto fault = fault_of([&] { read_lines(folder.write("dump", "a\n" + longest + "x\n")); });
  CHECK(says(fault, Code::kValidation, "dump, line 2 is longer than 16 MiB"));
}

TEST_CASE("a file that cannot be opened or written is named") {
  const testing::TempDir folder;
  const std::string missing = folder / "none/dump";
  CHECK(says(fault_of([&] { read_lines(missing); }), Code::kDatabase, missing));
  CHECK(says(fault_of([&] { read_lines(folder.path().string()); }), Code::kDatabase,
             "Is a directory"));
  CHECK(says(fault_of([&] { write_dump(missing, {"a"}); }), Code::kDatabase, missing));
  CHECK(says(fault_of([&] { write_dump("/dev/full", {"a"}); }), Code::kDatabase, "/dev/full"));
}

TEST_CASE("a file appears complete or not at all") {
  const testing::TempDir folder;
  const std::string file = folder.write("dump", "the old one");
  REQUIRE(::chmod(file.c_str(), 0640) == 0);
  {
    DumpOutput output(file, {});
    output.write(std::string(1'000'000, 'x'));
    CHECK(testing::read_file(file) == "the old one");
  }
  CHECK(testing::read_file(file) == "the old one");
  CHECK(files_in(folder) == 1);
  write_dump(file, {"the ", "new one"});
  CHECK(testing::read_file(file) == "the new one");
  CHECK(files_in(folder) == 1);
  struct stat status {};
  REQUIRE(::stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0640U);
}

TEST_CASE("a link keeps leading to the file that was written") {
  const testing::TempDir folder;
  const std::string file = folder.write("dump", "old");
  std::filesystem::create_symlink(file, folder / "link");
  write_dump(folder / "link", {"new"});
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(testing::read_file(file) == "new");
}

TEST_CASE("a disk that is full ends an export and leaves nothing behind") {
  const testing::TempDir folder;
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{100'000, before.rlim_max};
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto fault = fault_of([&] { write_dump(folder / "dump", {std::string(1'000'000, 'x')}); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignored);
  CHECK(says(fault, Code::kDatabase, folder / "dump"));
  CHECK(files_in(folder) == 0);
}

TEST_CASE("a stop request ends a wait for a pipe that nobody serves") {
  const testing::TempDir folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto stopped = [](const auto& act) {
    std::stop_source source;
    std::jthread stopper([&source] { source.request_stop(); });
    return says(fault_of([&] { act(source.get_token()); }), Code::kCancelled, "");
  };
  const auto read = [&pipe](const std::stop_token& stop) {
    DumpInput input(pipe, stop);
    std::string line;
    input.next(line);
  };
  const auto write = [&pipe](const std::stop_token& stop) {
    DumpOutput output(pipe, stop);
    output.write(std::string(10'000'000, 'x'));
  };
  CHECK(stopped(read));
  CHECK(stopped(write));
  // So it does where the other end is open, and silent.
  const base::UniqueFd other(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  CHECK(stopped(read));
  CHECK(stopped(write));
}

TEST_CASE("a pipe takes a dump from one end to the other, whichever comes first") {
  const testing::TempDir folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const Texts pieces(10'000, std::string(99, 'x') + "\n");
  for (const bool writer_first : {true, false}) {
    CAPTURE(writer_first);
    std::optional<DumpInput> input;
    if (!writer_first) input.emplace(pipe, std::stop_token());
    std::jthread writer([&] { write_dump(pipe, pieces); });
    if (writer_first) input.emplace(pipe, std::stop_token());
    std::size_t lines = 0;
    for (std::string line; input->next(line);)
      ++lines;
    CHECK(lines == pieces.size());
  }
}

}  // namespace

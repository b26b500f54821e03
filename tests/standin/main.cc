/// `standin`: a local arXiv for tests and the demo. See README.md beside this file.

#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "common/base/exit_codes.h"
#include "common/base/fault.h"
#include "common/base/signals.h"
#include "common/base/unique_fd.h"
#include "tests/standin/application.h"
#include "tests/standin/folder_corpus.h"
#include "tests/standin/generated_corpus.h"
#include "tests/standin/http_server.h"

namespace {

struct CommandLine {
  standin::Generation generation;
  std::string pages;
  std::string answer;
  std::size_t page_size = 1300;
  int port = 0;
  std::vector<std::string> faults;
  std::string log;
  standin::ContentFolders content;
  bool until_eof = false;
};

void add_options(CLI::App& app, CommandLine& line) {
  app.footer(std::string(standin::fault_grammar()));
  app.add_option("--generate", line.generation.papers, "serve N invented papers (default 1000)")
      ->type_name("N");
  app.add_option("--deleted", line.generation.tombstones, "and N deleted records among them")
      ->type_name("N");
  app.add_option("--seed", line.generation.seed, "equal seeds give equal papers (default 1)")
      ->type_name("N");
  app.add_option("--pages", line.pages, "serve the arXivRaw records in the files of DIR instead")
      ->type_name("DIR")
      ->excludes("--generate");
  app.add_option("--answer", line.answer, "answer every /oai request with FILE")->type_name("FILE");
  app.add_option("--html", line.content.html, "serve DIR/ID.html at /html/ID")->type_name("DIR");
  app.add_option("--ar5iv", line.content.ar5iv, "serve DIR/ID.html at /ar5iv/ID")->type_name("DIR");
  app.add_option("--pdf", line.content.pdf, "serve DIR/ID.pdf at /pdf/ID")->type_name("DIR");
  app.add_option("--page-size", line.page_size, "records a page (default 1300)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  app.add_option("--port", line.port, "port on 127.0.0.1 (default: a free one)")->type_name("N");
  app.add_option("--fault", line.faults, "misbehave by RULE, see below; may be repeated")
      ->type_name("RULE");
  app.add_option("--log", line.log, "append each request as a JSON line to FILE")
      ->type_name("FILE");
  app.add_flag("--until-eof", line.until_eof, "end when stdin ends");
}

std::unique_ptr<standin::Corpus> make_corpus(const CommandLine& line) {
  if (line.pages.empty()) return std::make_unique<standin::GeneratedCorpus>(line.generation);
  auto corpus = std::make_unique<standin::FolderCorpus>(line.pages);
  for (const std::string& why : corpus->skipped()) {
    std::fprintf(stderr, "skipped %s\n", why.c_str());
  }
  std::fprintf(stderr, "%zu papers to serve\n", corpus->size());
  return corpus;
}

std::optional<std::string> read_answer(const std::string& file) {
  if (file.empty()) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// SIGINT and SIGTERM as input. Made before any thread, so that all of them block the signals.
base::UniqueFd signals() {
  base::block_ending_signals();
  return base::open_ending_signals();
}

/// Returns at a signal, or at the end of stdin when that counts.
void wait_for_end(int signal_input, bool until_eof) {
  std::array<pollfd, 2> entries{
      {{signal_input, POLLIN, 0}, {until_eof ? STDIN_FILENO : -1, POLLIN, 0}}};
  std::array<char, 4096> ignored{};
  for (;;) {
    if (::poll(entries.data(), entries.size(), -1) < 0) continue;
    if (entries[0].revents != 0) return;
    if (entries[1].revents != 0 && ::read(STDIN_FILENO, ignored.data(), ignored.size()) <= 0) {
      return;
    }
  }
}

void run(const CommandLine& line) {
  const base::UniqueFd signal_input = signals();
  const std::unique_ptr<standin::Corpus> corpus = make_corpus(line);
  standin::HttpServer server(line.port);
  standin::Application application(*corpus, {server.base_url(), line.page_size,
                                             read_answer(line.answer), line.log, line.content});
  for (const std::string& rule : line.faults) {
    application.add_fault(standin::parse_fault_rule(rule));
  }
  server.serve(application, [&] {
    std::printf("listening %s\n", server.base_url().c_str());
    std::fflush(stdout);
    wait_for_end(signal_input.get(), line.until_eof);
  });
}

}  // namespace

int main(int argc, char** argv) {
  CommandLine line;
  CLI::App app(
      "A local arXiv: OAI-PMH at /oai, the search API at /api/query, texts at /html, /ar5iv and "
      "/pdf.",
      "standin");
  add_options(app, line);
  try {
    app.parse(argc, argv);
    run(line);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : base::status(base::ExitCode::kUsage);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "standin: %s\n", error.what());
    return base::status(base::ExitCode::kConfiguration);
  }
  return 0;
}

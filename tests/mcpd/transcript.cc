#include "tests/mcpd/transcript.h"

#include <stdexcept>

#include "common/base/text.h"
#include "tests/mcpd/pattern.h"
#include "tests/mcpd/session.h"
#include "tests/support/temp_dir.h"

namespace testing {
namespace {

constexpr std::string_view kVersion2 = R"("jsonrpc":"2.0")";
constexpr std::string_view kModernMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

std::string expand(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::string_view two = line.substr(at, 2);
    if (two == "$J" || two == "$M") {
      out += two == "$J" ? kVersion2 : kModernMeta;
      ++at;
    } else {
      out += line[at];
    }
  }
  return out;
}

std::string decode_bytes(std::string_view line) {
  const auto digit = [](char c) {
    return base::is_digit(c) ? c - '0' : base::to_lower(c) - 'a' + 10;
  };
  std::string out;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '%') {
      out += static_cast<char>(digit(line.at(at + 1)) * 16 + digit(line.at(at + 2)));
      at += 2;
    } else {
      out += line[at];
    }
  }
  return out;
}

/// What follows `mark` in `line`, if it begins so.
bool take_mark(std::string_view& line, std::string_view mark) {
  if (!line.starts_with(mark)) return false;
  line.remove_prefix(mark.size());
  return true;
}

void read_line(std::string_view line, std::vector<Transcript>& cases) {
  if (line.empty() || line.front() == '#') return;
  if (take_mark(line, "= ")) {
    cases.push_back({std::string(line), "", {}});
    return;
  }
  Transcript& current = cases.at(cases.size() - 1);
  if (take_mark(line, "open ")) {
    current.revision = line;
  } else if (take_mark(line, "> ")) {
    current.exchanges.push_back({expand(line), {}});
  } else if (take_mark(line, "%> ")) {
    current.exchanges.push_back({decode_bytes(expand(line)), {}});
  } else if (take_mark(line, "< ")) {
    current.exchanges.at(current.exchanges.size() - 1).patterns.push_back(expand(line));
  } else {
    throw std::runtime_error("not a line of a transcript: " + std::string(line));
  }
}

std::string expect(Session& session, const std::string& pattern) {
  const std::optional<std::string> line = session.next();
  if (!line) return "nothing instead of " + pattern;
  const std::string difference = mismatch(pattern, *line);
  return difference.empty() ? "" : difference + "\n  in " + line->substr(0, 600);
}

}  // namespace

std::vector<Transcript> read_transcripts(const std::string& path) {
  const std::string text = read_file(path);
  std::vector<Transcript> cases;
  for (const std::string_view line : base::split(text, '\n'))
    read_line(line, cases);
  return cases;
}

std::string play(const Transcript& transcript) {
  const mcp::Registry registry = sample_registry();
  Session session(registry);
  if (!transcript.revision.empty()) session.open(transcript.revision);
  std::vector<Exchange> exchanges = transcript.exchanges;
  exchanges.push_back({R"({"jsonrpc":"2.0","id":"the end","method":"ping"})",
                       {R"({"jsonrpc":"2.0","id":"the end","result":{}})"}});
  for (const Exchange& exchange : exchanges) {
    session.send(exchange.input);
    for (const std::string& pattern : exchange.patterns) {
      const std::string difference = expect(session, pattern);
      if (!difference.empty()) return difference + "\n  after " + exchange.input.substr(0, 600);
    }
  }
  const bool silent = !session.server().idle() || session.quiet();
  return silent ? "" : "a line after the last answer: " + *session.next();
}

}  // namespace testing

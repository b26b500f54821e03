/// bench_mcpd MCPD: what an MCP client waits for and what it keeps in memory, against the bars of
/// the project. Ends with status 1 when a bar is missed.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/mcp_client.h"
#include "tests/support/temp_dir.h"

namespace {

using testing::McpClient;

constexpr int kStarts = 20;
constexpr int kLists = 200;

struct Figures {
  double start_ms;      ///< from before the process exists to its answer to initialize
  double list_ms;       ///< tools/list, median within the session
  double resident_mib;  ///< after both
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double resident_mib(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
  }
  throw std::runtime_error("no VmRSS");
}

Figures measure(const testing::Command& command) {
  const auto begin = std::chrono::steady_clock::now();
  McpClient client(command);
  client.open();
  const McpClient::Milliseconds start = std::chrono::steady_clock::now() - begin;
  std::vector<double> lists;
  for (int i = 0; i < kLists; ++i) {
    client.request("tools/list");
    lists.push_back(client.latency().count());
  }
  const Figures figures{start.count(), median(lists), resident_mib(client.process().pid())};
  if (client.process().finish().status != 0) throw std::runtime_error("mcpd failed");
  return figures;
}

struct Bar {
  const char* what;
  const char* unit;
  double Figures::*figure;
  double bar;
};
constexpr std::array<Bar, 3> kBars = {{
    {"start to answered initialize", "ms", &Figures::start_ms, 12},
    {"tools/list", "ms", &Figures::list_ms, 1},
    {"resident memory", "MiB", &Figures::resident_mib, 12},
}};

bool report(const std::vector<Figures>& runs) {
  bool passed = true;
  std::printf("mcpd, median of %d starts\n", kStarts);
  for (const Bar& bar : kBars) {
    std::vector<double> values;
    for (const Figures& figures : runs) {
      values.push_back(figures.*bar.figure);
    }
    const double value = median(values);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    std::printf("  %-30s %8.2f %-3s  (%.2f to %.2f)  bar %g %s: %s\n", bar.what, value, bar.unit,
                *least, *most, bar.bar, bar.unit, value < bar.bar ? "passed" : "MISSED");
    passed = passed && value < bar.bar;
  }
  return passed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: bench_mcpd MCPD\n";
    return 64;
  }
  try {
    const testing::TempDir folder;
    const testing::Command command{{argv[1], "--mirror", folder / "mirror.db"}};
    measure(command);  // warms the page cache
    std::vector<Figures> runs;
    for (int i = 0; i < kStarts; ++i) {
      runs.push_back(measure(command));
    }
    return report(runs) ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "bench_mcpd: " << error.what() << '\n';
    return 1;
  }
}

#include "mirrorctl/timer.h"

#include <map>

#include "common/base/text.h"
#include "mirrorctl/command_output.h"

namespace mirrorctl {
namespace {

using Properties = std::map<std::string_view, std::string_view>;

/// The lines `Name=value` of one unit.
Properties properties(std::string_view block) {
  Properties found;
  for (const std::string_view line : base::split(block, '\n')) {
    const std::size_t sign = line.find('=');
    if (sign != std::string_view::npos) found[line.substr(0, sign)] = line.substr(sign + 1);
  }
  return found;
}

/// `Wed 2026-12-02 04:30:12 UTC`; `n/a` and nothing are no time.
std::optional<base::WallTime> instant(std::string_view text) {
  const auto words = base::split_words(text);
  if (words.size() != 4 || words[3] != "UTC") return std::nullopt;
  return base::parse_iso(std::string(words[1]) + "T" + std::string(words[2]) + "Z");
}

}  // namespace

std::optional<Timer> parse_timer(std::string_view answer) {
  const std::size_t gap = answer.find("\n\n");
  Properties timer = properties(answer.substr(0, gap));
  if (timer["LoadState"] != "loaded") return std::nullopt;
  const bool has_service = gap != std::string_view::npos;
  Properties service = properties(has_service ? answer.substr(gap) : std::string_view());
  return Timer{timer["ActiveState"] == "active", instant(timer["NextElapseUSecRealtime"]),
               instant(timer["LastTriggerUSec"]), std::string(service["Result"])};
}

std::optional<Timer> ask_systemd(base::Deadline deadline) {
  const auto answer =
      output_of({"env", "LC_ALL=C", "TZ=UTC", "systemctl", "show", "harvestd-refresh.timer",
                 "harvestd-refresh.service",
                 "--property=LoadState,ActiveState,NextElapseUSecRealtime,LastTriggerUSec,Result"},
                deadline);
  return answer ? parse_timer(*answer) : std::nullopt;
}

}  // namespace mirrorctl

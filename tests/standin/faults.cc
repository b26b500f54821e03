#include "tests/standin/faults.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

#include "common/base/fault.h"
#include "common/base/text.h"
#include "tests/standin/random.h"
#include "tests/standin/text_forms.h"

namespace standin {
namespace {

constexpr std::size_t kGarbageBytes = 4096;

base::Fault not_understood(std::string_view part, std::string_view why) {
  return {base::Code::kInvalidParams, "",
          "Fault rule part \"" + std::string(part) + "\" " + std::string(why) + "."};
}

std::string garbage() {
  Random random(1, 0);
  std::string bytes;
  for (std::size_t i = 0; i < kGarbageBytes; ++i)
    bytes += static_cast<char>(random.below(256));
  return bytes;
}

std::size_t number_in(std::string_view value) {
  const auto number = parse_count(value);
  if (!number) throw not_understood(value, "is not a number");
  return *number;
}

std::string content_of(std::string_view file) {
  std::ifstream in(std::string(file), std::ios::binary);
  if (!in) throw not_understood(file, "is not a file that can be read");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

using Effect = void (*)(FaultRule&, std::string_view);

template <Manner manner>
void deliver(FaultRule& rule, std::string_view) {
  rule.delivery.manner = manner;
}

struct Part {
  std::string_view name;
  bool has_value;
  Effect effect;
};

constexpr Part kParts[] = {
    {"path", true, [](FaultRule& rule, std::string_view value) { rule.path = value; }},
    {"contains", true, [](FaultRule& rule, std::string_view value) { rule.contains = value; }},
    {"skip", true, [](FaultRule& rule, std::string_view value) { rule.skip = number_in(value); }},
    {"count", true, [](FaultRule& rule, std::string_view value) { rule.count = number_in(value); }},
    {"nth", true,
     [](FaultRule& rule, std::string_view value) {
       rule.skip = std::max<std::size_t>(number_in(value), 1) - 1;
       rule.count = 1;
     }},
    {"status", true,
     [](FaultRule& rule, std::string_view value) {
       rule.status = static_cast<int>(std::clamp<std::size_t>(number_in(value), 200, 599));
     }},
    {"retry-after", true,
     [](FaultRule& rule, std::string_view value) { rule.retry_after = value; }},
    {"location", true, [](FaultRule& rule, std::string_view value) { rule.location = value; }},
    {"body", true, [](FaultRule& rule, std::string_view value) { rule.body = content_of(value); }},
    {"type", true, [](FaultRule& rule, std::string_view value) { rule.content_type = value; }},
    {"garbage", false, [](FaultRule& rule, std::string_view) { rule.body = garbage(); }},
    {"rate-exceeded", false,
     [](FaultRule& rule, std::string_view) {
       rule.body = "Rate exceeded.";
       rule.content_type = "text/plain";
     }},
    {"stall-before-headers", false, deliver<Manner::kStallBeforeHeaders>},
    {"stall-after-headers", false, deliver<Manner::kStallAfterHeaders>},
    {"close", false, deliver<Manner::kClose>},
    {"drop", false, deliver<Manner::kDrop>},
    {"truncate", false, deliver<Manner::kTruncate>},
    {"drip", true,
     [](FaultRule& rule, std::string_view value) {
       rule.delivery.manner = Manner::kDrip;
       rule.delivery.bytes_per_second = std::max<std::size_t>(number_in(value), 1);
     }},
    {"at", true,
     [](FaultRule& rule, std::string_view value) { rule.delivery.at = number_in(value); }},
};

void apply_part(FaultRule& rule, std::string_view text) {
  const std::size_t equals = text.find('=');
  const bool has_value = equals != std::string_view::npos;
  const std::string_view name = text.substr(0, equals);
  const auto* const part = std::find_if(std::begin(kParts), std::end(kParts),
                                        [&](const Part& row) { return row.name == name; });
  if (part == std::end(kParts)) throw not_understood(text, "is not known");
  if (part->has_value != has_value) {
    throw not_understood(text, has_value ? "takes no value" : "needs a value");
  }
  part->effect(rule, has_value ? text.substr(equals + 1) : std::string_view());
}

}  // namespace

std::size_t Delivery::position(std::size_t size) const {
  const std::size_t middle = manner == Manner::kStallAfterHeaders ? 0 : size / 2;
  return std::min(at.value_or(middle), size);
}

bool FaultRule::meets(std::string_view target) const {
  return target.starts_with(path) && target.find(contains) != std::string_view::npos;
}

Answer FaultRule::replacement() const {
  const int code = status.value_or(200);
  if (body) return {code, content_type, *body, retry_after, location};
  return {code, "text/plain", "Status " + std::to_string(code) + " by rule.\n", retry_after,
          location};
}

FaultRule parse_fault_rule(std::string_view text) {
  FaultRule rule;
  for (const std::string_view part : base::split(text, ';')) {
    const std::string_view trimmed = base::trim(part);
    if (!trimmed.empty()) apply_part(rule, trimmed);
  }
  if (!rule.replaces() && rule.delivery.manner == Manner::kWhole) {
    throw not_understood(text, "does nothing");
  }
  return rule;
}

void FaultBook::add(FaultRule rule) {
  const std::lock_guard lock(mutex_);
  entries_.push_back({std::move(rule)});
}

void FaultBook::clear() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

std::optional<FaultRule> FaultBook::next(std::string_view target) {
  const std::lock_guard lock(mutex_);
  for (Entry& entry : entries_) {
    if (!entry.rule.meets(target)) continue;
    const std::size_t position = entry.seen++;
    if (position < entry.rule.skip) continue;
    if (!entry.rule.count || position - entry.rule.skip < *entry.rule.count) return entry.rule;
  }
  return std::nullopt;
}

std::string_view fault_grammar() {
  return R"(A fault rule is a list of parts separated by ';'.
Which requests:
  path=PREFIX        path and query begin so (default: every request)
  contains=TEXT      and hold this text
  skip=N             let the first N pass
  count=N            meet N of them (default: all that follow)
  nth=N              the Nth alone
What it answers instead:
  status=N           this status and a short text
  retry-after=TEXT   with this Retry-After
  location=TEXT      with this Location
  body=FILE          the bytes of FILE
  type=TEXT          of this Content-Type (default text/xml)
  garbage            bytes that are neither XML nor text
  rate-exceeded      200, text/plain, "Rate exceeded."
How the answer is delivered:
  stall-before-headers, stall-after-headers   nothing more until /control/release
  close              closed without an answer
  drop               closed in the middle of the body
  truncate           complete, but the body cut in the middle
  drip=N             N bytes a second
  at=N               the middle is byte N (default: half; 0 for a stall)
Control, by GET or POST: /control/fault?rule=RULE /control/clear /control/release /control/log
  /control/modify?index=K[&at=2026-01-31T12:00:00Z]
  /control/wait?state=begun|ended&path=PREFIX&count=N&timeout_ms=N
)";
}

}  // namespace standin

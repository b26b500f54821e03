#include "mcpd/reading/chain.h"

#include <array>
#include <optional>

#include <doctest/doctest.h>

namespace {

using base::Code;
using base::Fault;
using reading::Body;
using reading::Source;

constexpr Source kRungs[] = {Source::kArxivHtml, Source::kAr5iv, Source::kPdfText};

/// How a rung can come out: with its text, or with a failure of one of these codes.
constexpr std::optional<Code> kOutcomes[] = {std::nullopt,     Code::kNotFound,
                                             Code::kTimeout,   Code::kServiceUnavailable,
                                             Code::kCancelled, Code::kRateLimited};

using Outcomes = std::array<std::optional<Code>, 3>;

/// What the contract says of the three, told in another way than the chain does: the rung that
/// settles it.
Source settled_by(const Outcomes& outcomes) {
  const auto has_none = [&](std::size_t rung) { return outcomes[rung] == Code::kNotFound; };
  const bool second_is_held =
      outcomes[1] && outcomes[1] != Code::kNotFound && outcomes[1] != Code::kCancelled;
  if (!has_none(0)) return Source::kArxivHtml;
  if (!has_none(1) && !second_is_held) return Source::kAr5iv;
  return second_is_held && has_none(2) ? Source::kAr5iv : Source::kPdfText;
}

struct Result {
  Source source;
  std::optional<Code> failure;
  std::size_t asked;
};

Result walk(const Outcomes& outcomes) {
  std::size_t asked = 0;
  const auto read = [&](Source source) {
    CHECK(source == kRungs[asked]);
    const std::optional<Code> outcome = outcomes[asked++];
    if (outcome) throw Fault(*outcome, "", std::string(name_of(source)));
    Body body;
    body.source = source;
    return body;
  };
  try {
    return {reading::walk_chain(read).source, std::nullopt, asked};
  } catch (const Fault& fault) {
    for (const Source rung : kRungs) {
      if (fault.message() == name_of(rung)) return {rung, fault.code(), asked};
    }
    throw;
  }
}

TEST_CASE("every combination of outcomes of the three rungs has the contract's answer") {
  for (const auto& first : kOutcomes) {
    for (const auto& second : kOutcomes) {
      for (const auto& third : kOutcomes) {
        const Outcomes outcomes = {first, second, third};
        const Result result = walk(outcomes);
        const Source settled = settled_by(outcomes);
        CHECK(result.source == settled);
        CHECK(result.failure == outcomes[static_cast<std::size_t>(settled)]);
        const bool goes_on = first == Code::kNotFound;
        const bool third_too = goes_on && second && second != Code::kCancelled;
        CHECK(result.asked == (third_too ? 3U : goes_on ? 2U : 1U));
      }
    }
  }
}

}  // namespace

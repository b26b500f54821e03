#include "mcpd/tools/origin.h"

namespace tools {
namespace {

std::string_view name_of(Origin::Source source) {
  switch (source) {
    case Origin::Source::kMirror:
      return "mirror";
    case Origin::Source::kLive:
      return "live";
    case Origin::Source::kMixed:
      break;
  }
  return "mixed";
}

}  // namespace

const std::string_view kOriginProperties =
    R"("source":{"type":"string","enum":["mirror","live","mixed"]},)"
    R"("asOf":{"type":"string","description":"Day the mirror reaches"},)"
    R"("liveReason":{"type":"string","description":"Why arXiv was asked"})";

void Origin::add_to(Enrichment& enrichment) const {
  enrichment.add("source", name_of(source), "Source");
  if (!as_of.empty()) enrichment.add("asOf", as_of, "As Of");
  if (!live_reason.empty()) enrichment.add("liveReason", live_reason, "Live Reason");
}

}  // namespace tools

#pragma once

/// Where an answer comes from (decision 7): the mirror, arXiv itself, or both.
///
/// The live reasons of a look-up: `not_in_mirror` and `version_not_in_mirror` (the mirror lacks
/// papers, or only those versions), `mirror_not_ready` (no file that answers), `mirror_failed`
/// (reading it failed). Those of a search are in live_reasons.h.

#include <string>

#include "mcpd/tools/enrichment.h"

namespace tools {

struct Origin {
  enum class Source { kMirror, kLive, kMixed };
  Source source = Source::kLive;
  std::string as_of;        ///< day up to which the mirror is complete; set when it took part
  std::string live_reason;  ///< why an enabled mirror did not answer alone; may be empty

  void add_to(Enrichment& enrichment) const;
};

/// The members that add_to states, as the schema's properties.
extern const std::string_view kOriginProperties;

}  // namespace tools

#include "mcpd/tools/paper_lookup.h"

#include <algorithm>

#include "common/base/fault.h"
#include "common/mirror/sqlite.h"
#include "mcpd/tools/live_reasons.h"

namespace tools {

/// What the mirror knows of the identifiers asked for.
struct PaperLookup::Stored {
  std::vector<LookupOutcome> outcomes;
  bool answered = false;  ///< false: no mirror took part
  std::string as_of;      ///< set when it answered
  LiveReason reason;      ///< why arXiv has to be asked; empty when there is no mirror to ask

  bool has_any() const {
    return std::any_of(outcomes.begin(), outcomes.end(),
                       [](const LookupOutcome& outcome) { return outcome.paper.has_value(); });
  }
  std::vector<std::size_t> missing() const {
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < outcomes.size(); ++at) {
      if (!outcomes[at].paper) places.push_back(at);
    }
    return places;
  }
};

namespace {

using Source = Origin::Source;

/// The stored paper when it is the version asked for, else why the mirror cannot serve it.
LookupOutcome from_row(const arxiv::PaperId& id, std::optional<mirror::StoredPaper> stored) {
  if (!stored) {
    if (!id.is_pinned()) return {std::nullopt, {"not_in_mirror", ""}};
    return {std::nullopt, {"version_not_in_mirror", "The mirror does not hold this paper."}};
  }
  if (!id.is_pinned() || id.version == stored->id.version) return {std::move(stored->paper), {}};
  return {std::nullopt,
          {"version_not_in_mirror",
           "The mirror holds version " + std::to_string(stored->id.version) + "."}};
}

/// arXiv's answer to one identifier.
LookupOutcome from_arxiv(const arxiv::PaperId& id, live::Found found) {
  if (found.paper) return {std::move(found.paper), {}};
  if (found.latest_version) {
    arxiv::Paper pinned;
    pinned.id = id.canonical();
    return {std::nullopt,
            {"version_not_served", "arXiv's API serves the latest version alone, which is v" +
                                       std::to_string(*found.latest_version) +
                                       "; the PDF of this one is at " + pinned.pdf_url() + "."}};
  }
  return {std::nullopt,
          {"not_in_arxiv", id.is_pinned() ? "arXiv has no such paper, or not this version." : ""}};
}

/// Failures of which the mirror's part of an answer survives: all but a refusal of the request
/// itself.
bool is_survivable(const base::Fault& fault) {
  return fault.code() != base::Code::kInvalidRequest;
}

Source source_of(bool mirror_served, bool arxiv_answered) {
  if (!arxiv_answered) return Source::kMirror;
  return mirror_served ? Source::kMixed : Source::kLive;
}

}  // namespace

PaperLookup::Stored PaperLookup::read_mirror(std::span<const arxiv::PaperId> ids,
                                             const mcp::Call& call) const {
  Stored stored;
  stored.outcomes.resize(ids.size());
  if (mirror_ == nullptr) return stored;
  mirror::NotReady not_ready{};
  auto reader = mirror_->borrow(&not_ready);
  if (!reader) {
    stored.reason = live_reason(not_ready);
    return stored;
  }
  try {
    stored.as_of = (*reader)->state().last_datestamp.value_or("");
    std::transform(ids.begin(), ids.end(), stored.outcomes.begin(), [&](const arxiv::PaperId& id) {
      return from_row(id, (*reader)->find(id.base));
    });
    stored.answered = true;
    const bool lacks_one = std::any_of(
        stored.outcomes.begin(), stored.outcomes.end(),
        [](const LookupOutcome& outcome) { return outcome.miss.reason == "not_in_mirror"; });
    stored.reason.name = lacks_one ? "not_in_mirror" : "version_not_in_mirror";
  } catch (const mirror::SqliteFault& fault) {
    reader->discard();
    log_.warning("The mirror cannot be read: " + fault.detail());
    call.log(base::Level::kWarning, "The mirror cannot be read; arXiv is asked instead.");
    stored = Stored{std::vector<LookupOutcome>(ids.size()), false, "", mirror_failed()};
  }
  return stored;
}

void PaperLookup::ask_arxiv(std::span<const arxiv::PaperId> ids, const mcp::Call& call,
                            Stored& stored) const {
  const std::vector<std::size_t> places = stored.missing();
  std::vector<arxiv::PaperId> asked;
  for (const std::size_t at : places)
    asked.push_back(ids[at]);
  std::vector<live::Found> found = live_(asked, call.deadline, call.stop);
  for (std::size_t at = 0; at < places.size(); ++at)
    stored.outcomes[places[at]] = from_arxiv(asked[at], std::move(found.at(at)));
}

LookupResult PaperLookup::find(std::span<const arxiv::PaperId> ids, const mcp::Call& call) const {
  Stored stored = read_mirror(ids, call);
  const bool mirror_served = stored.has_any();
  const bool asks_arxiv = !stored.missing().empty() && (fallback_live_ || !stored.answered);
  bool arxiv_answered = false;
  if (asks_arxiv) {
    try {
      ask_arxiv(ids, call, stored);
      arxiv_answered = true;
    } catch (const base::Fault& fault) {
      if (fault.code() == base::Code::kCancelled) throw;
      if (!mirror_served || !is_survivable(fault)) throw explained(fault, stored.reason);
      for (const std::size_t at : stored.missing())
        stored.outcomes[at].miss = {"live_lookup_failed", fault.message()};
    }
  }
  Origin origin{source_of(mirror_served, arxiv_answered), "", ""};
  if (origin.source != Source::kLive) origin.as_of = stored.as_of;
  if (arxiv_answered) origin.live_reason = stored.reason.name;
  return {std::move(stored.outcomes), std::move(origin)};
}

}  // namespace tools

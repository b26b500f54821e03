#include "mcpd/tools/read_metadata.h"

#include <utility>

#include "common/base/fault.h"
#include "common/mirror/sqlite.h"

namespace tools {
namespace {

using base::Code;
using base::Fault;
using Target = ReadMetadata::Target;

Fault not_served(const arxiv::PaperId& id, int latest) {
  arxiv::Paper pinned;
  pinned.id = id.canonical();
  return Fault(Code::kNotFound, "version_not_served",
               "arXiv's API does not serve " + pinned.id + ": the latest version is v" +
                   std::to_string(latest) + ". The PDF of this one is at " + pinned.pdf_url() + ".")
      .retryable(false);
}

Fault no_match(const arxiv::PaperId& id) {
  const std::string_view version = id.is_pinned() ? ", or not this version." : ".";
  return {Code::kNotFound, "no_match",
          "arXiv has no paper " + id.canonical() + std::string(version)};
}

Fault version_unavailable(const arxiv::PaperId& id, int stored, const Fault& cause) {
  const std::string version = std::to_string(stored);
  return Fault(Code::kServiceUnavailable, "version_unavailable",
               "The mirror holds version " + version + " of " + id.base +
                   " alone, and arXiv could not be asked for " + id.canonical() + ": " +
                   cause.message())
      .with("mirrorVersion", version)
      .retryable(true);
}

Target from_arxiv(const arxiv::PaperId& id, live::Found found) {
  if (found.latest_version) throw not_served(id, *found.latest_version);
  if (!found.paper) throw no_match(id);
  const auto version = arxiv::parse_paper_id(found.paper->id);
  const bool only = !id.is_pinned() && version && version->version == 1;
  return {std::move(*found.paper), only};
}

}  // namespace

std::optional<mirror::StoredPaper> ReadMetadata::read_mirror(const arxiv::PaperId& id,
                                                             const mcp::Call& call) const {
  if (mirror_ == nullptr) return std::nullopt;
  auto reader = mirror_->borrow();
  if (!reader) return std::nullopt;
  try {
    return (*reader)->find(id.base);
  } catch (const mirror::SqliteFault& fault) {
    reader->discard();
    log_.warning("The mirror cannot be read: " + fault.detail());
    call.log(base::Level::kWarning, "The mirror cannot be read; arXiv is asked instead.");
    return std::nullopt;
  }
}

Target ReadMetadata::find(const arxiv::PaperId& id, base::Deadline deadline,
                          const mcp::Call& call) const {
  auto stored = read_mirror(id, call);
  if (stored && stored->id.version == id.version) return {std::move(stored->paper)};
  live::Patience patience{deadline, call.stop};
  patience.has_other_answer = stored && !id.is_pinned();
  if (patience.has_other_answer) {
    patience.deadline = deadline.earlier_of(base::Deadline::after(wait_));
  }
  live::Found found;
  try {
    found = live_(id, patience);
  } catch (const Fault& fault) {
    if (!stored || fault.code() == Code::kCancelled || call.stop.stop_requested()) throw;
    if (id.is_pinned()) throw version_unavailable(id, stored->id.version, fault);
    return {std::move(stored->paper)};
  }
  return from_arxiv(id, std::move(found));
}

}  // namespace tools

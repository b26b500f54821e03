#include "common/base/fault.h"
#include "common/base/text.h"
#include "common/mirror/sqlite.h"
#include "mcpd/resources/indent.h"
#include "mcpd/resources/resources.h"
#include "mcpd/tools/lookup_plan.h"
#include "mcpd/tools/paper_format.h"
#include "mcpd/tools/recoveries.h"

namespace resources {
namespace {

using base::Code;
using base::Fault;

constexpr std::size_t kMaximumCompletions = 100;
constexpr std::string_view kScheme = "arxiv:";

/// The failure of a read whose paper was missed so.
Fault failure(const arxiv::PaperId& id, const tools::Miss& miss) {
  const std::string name = id.canonical();
  const std::string place = miss.reason == "not_in_mirror" ? "The mirror" : "arXiv";
  std::string message =
      miss.detail.empty() ? place + " has no paper " + name + "." : name + ": " + miss.detail;
  if (miss.reason == "version_not_in_mirror") {
    return {Code::kServiceUnavailable, "version_unavailable", std::move(message)};
  }
  if (miss.reason == "version_not_served") {
    return Fault(Code::kNotFound, "version_not_served", std::move(message)).retryable(false);
  }
  return {Code::kNotFound, "no_match", std::move(message)};
}

std::string read_paper(const tools::PaperLookup& lookup, std::string_view segment,
                       const mcp::Call& call) {
  const arxiv::PaperId id = tools::require_paper_id(segment);
  const tools::LookupResult result = lookup.find({&id, 1}, call);
  const tools::LookupOutcome& outcome = result.outcomes.front();
  if (!outcome.paper) throw failure(id, outcome.miss).with("paperId", id.canonical());
  json::Writer out;
  tools::write_paper(out, *outcome.paper);
  return indent_json(out.view());
}

/// What was typed as identifiers are stored.
std::string id_prefix(std::string_view typed) {
  std::string prefix = base::lower(base::trim(typed));
  if (prefix.starts_with(kScheme)) prefix.erase(0, kScheme.size());
  return std::string(base::trim(prefix));
}

mcp::Completion complete(mirror::ReaderPool* mirror, const base::Log& log, std::string_view typed) {
  if (mirror == nullptr) return {};
  auto reader = mirror->borrow();
  if (!reader) return {};
  mcp::Completion completion;
  try {
    completion.values =
        (*reader)->complete_ids(id_prefix(typed), static_cast<int>(kMaximumCompletions) + 1);
  } catch (const mirror::SqliteFault& fault) {
    reader->discard();
    log.warning("The mirror cannot be read: " + fault.detail());
    return {};
  }
  completion.has_more = completion.values.size() > kMaximumCompletions;
  if (completion.has_more) completion.values.resize(kMaximumCompletions);
  return completion;
}

}  // namespace

mcp::ResourceTemplate paper_template(const tools::PaperLookup& lookup, mirror::ReaderPool* mirror,
                                     const base::Log& log) {
  mcp::ResourceTemplate paper;
  paper.uri_prefix = "arxiv://paper/";
  paper.variable = "paperId";
  paper.name = "arXiv Paper Metadata";
  paper.title = "arXiv Paper Metadata";
  paper.description =
      "One paper by its arXiv id, such as 2401.12345, 2401.12345v2 or hep-th/9901001.";
  paper.mime_type = "application/json";
  paper.ttl = std::chrono::minutes(5);
  paper.recoveries = tools::lookup_recoveries();
  paper.read = [&lookup](std::string_view segment, const mcp::Call& call) {
    return read_paper(lookup, segment, call);
  };
  paper.complete = [mirror, &log](std::string_view typed, const mcp::Call&) {
    return complete(mirror, log, typed);
  };
  return paper;
}

}  // namespace resources

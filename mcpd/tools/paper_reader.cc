#include "mcpd/tools/paper_reader.h"

#include "common/base/fault.h"
#include "mcpd/tools/live_reasons.h"

namespace tools {
namespace {

using base::Code;
using base::Fault;

Fault about(const Fault& fault, const std::string& id) {
  arxiv::Paper paper;
  paper.id = id;
  return Fault(fault).with("paperId", id).with("pdfUrl", paper.pdf_url());
}

ReadPaper make_read(ReadMetadata::Target target, reading::SharedBody body) {
  const bool unconfirmed = body->source == reading::Source::kAr5iv && !target.only_version;
  return {std::move(target.paper), std::move(body), unconfirmed};
}

}  // namespace

std::optional<ReadPaper> PaperReader::read_kept(const arxiv::PaperId& id) {
  auto target = recent_.find(id);
  if (!target) return std::nullopt;
  reading::SharedBody body = cache_.find(target->paper.id);
  if (!body) return std::nullopt;
  return make_read(*std::move(target), std::move(body));
}

ReadPaper PaperReader::read_until(const arxiv::PaperId& id, bool goes_on, base::Deadline deadline,
                                  const mcp::Call& call) {
  if (goes_on) {
    if (auto kept = read_kept(id)) return *std::move(kept);
  }
  ReadMetadata::Target target;
  try {
    target = metadata_.find(id, deadline, call);
  } catch (const Fault& fault) {
    throw about(fault, id.canonical());
  }
  try {
    const std::string& versioned = target.paper.id;
    reading::SharedBody body = cache_.get(
        versioned, deadline, call.stop, [&] { return read_body_(versioned, deadline, call.stop); });
    recent_.keep(id, target);
    return make_read(std::move(target), std::move(body));
  } catch (const Fault& fault) {
    throw about(fault, target.paper.id);
  }
}

ReadPaper PaperReader::read(const arxiv::PaperId& id, bool goes_on, const mcp::Call& call) {
  const auto deadline = base::Deadline::after(timeout_).earlier_of(call.deadline);
  try {
    return read_until(id, goes_on, deadline, call);
  } catch (const Fault& fault) {
    if (fault.code() == Code::kTimeout && deadline.expired()) {
      throw about(explained(base::timed_out("Reading the paper", timeout_.count()), {}),
                  id.canonical());
    }
    throw explained(fault, {});
  }
}

}  // namespace tools

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

}  // namespace

ReadPaper PaperReader::read_until(const arxiv::PaperId& id, base::Deadline deadline,
                                  const mcp::Call& call) {
  ReadMetadata::Target target;
  try {
    target = metadata_.find(id, deadline, call);
  } catch (const Fault& fault) {
    throw about(fault, id.canonical());
  }
  try {
    const std::string& versioned = target.paper.id;
    ReadPaper result;
    result.body = cache_.get(versioned, deadline, call.stop,
                             [&] { return read_body_(versioned, deadline, call.stop); });
    result.revision_unconfirmed =
        result.body->source == reading::Source::kAr5iv && !target.only_version;
    result.paper = std::move(target.paper);
    return result;
  } catch (const Fault& fault) {
    throw about(fault, target.paper.id);
  }
}

ReadPaper PaperReader::read(const arxiv::PaperId& id, const mcp::Call& call) {
  const auto deadline = base::Deadline::after(timeout_).earlier_of(call.deadline);
  try {
    return read_until(id, deadline, call);
  } catch (const Fault& fault) {
    if (fault.code() == Code::kTimeout && deadline.expired()) {
      throw about(explained(base::timed_out("Reading the paper", timeout_.count()), {}),
                  id.canonical());
    }
    throw explained(fault, {});
  }
}

}  // namespace tools

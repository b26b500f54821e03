#include "mcpd/reading/chain.h"

#include <optional>

namespace reading {

using base::Code;
using base::Fault;

Step after_failure(Source rung, Code code) {
  if (code == Code::kCancelled) return Step::kEnd;
  if (code == Code::kNotFound) return Step::kNextRung;
  return rung == Source::kAr5iv ? Step::kHold : Step::kEnd;
}

Body walk_chain(const std::function<Body(Source)>& read) {
  std::optional<Fault> held;
  for (const Source rung : {Source::kArxivHtml, Source::kAr5iv}) {
    try {
      return read(rung);
    } catch (const Fault& fault) {
      const Step step = after_failure(rung, fault.code());
      if (step == Step::kEnd) throw;
      if (step == Step::kHold) held = fault;
    }
  }
  try {
    return read(Source::kPdfText);
  } catch (const Fault& fault) {
    if (held && after_failure(Source::kPdfText, fault.code()) == Step::kNextRung)
      throw Fault(*held);
    throw;
  }
}

}  // namespace reading

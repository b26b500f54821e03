#include "mcpd/mcp/revision.h"

#include <array>

namespace mcp {
namespace {

constexpr int kResourceNotFound = -32002;
constexpr int kInvalidParams = -32602;

constexpr std::array<Revision, 5> kRevisions = {{
    {"2026-07-28", kModern, false, true, kInvalidParams},
    {"2025-11-25", kLegacy, false, true, kResourceNotFound},
    {"2025-06-18", kLegacy, false, true, kResourceNotFound},
    {"2025-03-26", kLegacy, true, true, kResourceNotFound},
    {"2024-11-05", kLegacy, false, false, kResourceNotFound},
}};

}  // namespace

std::span<const Revision> revisions() {
  return kRevisions;
}

const Revision* find_revision(Era era, std::string_view name) {
  for (const Revision& revision : kRevisions) {
    if (revision.era == era && revision.name == name) return &revision;
  }
  return nullptr;
}

const Revision& newest_legacy() {
  for (const Revision& revision : kRevisions) {
    if (revision.era == kLegacy) return revision;
  }
  return kRevisions.back();
}

}  // namespace mcp

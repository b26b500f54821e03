#pragma once

/// arXiv identifiers, in every form people and agents write them (contract 6).

#include <optional>
#include <string>
#include <string_view>

namespace arxiv {

/// A well-formed identifier: `2401.12345`, `hep-th/9901001`, either with a version.
struct PaperId {
  std::string base;  ///< without version, archive in lower case, subject class dropped
  int version = 0;   ///< 1 to 999,999,999; 0 when the identifier pins none

  bool is_pinned() const { return version > 0; }
  bool is_old_style() const { return base.find('/') != std::string::npos; }
  /// `base`, and `vN` when a version is pinned.
  std::string canonical() const;

  bool operator==(const PaperId&) const = default;
};

/// Reads an identifier, `arXiv:` identifier or arxiv.org address; nothing when it is malformed, so
/// that nothing malformed is ever sent to arXiv. Linear in the length of `text`.
std::optional<PaperId> parse_paper_id(std::string_view text);

}  // namespace arxiv

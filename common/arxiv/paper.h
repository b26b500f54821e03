#pragma once

/// One paper as both the mirror and arXiv's API describe it to a client (contract 1.0).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arxiv {

/// Every text is UTF-8 with white space collapsed. A member that arXiv has no value for is absent,
/// never empty.
struct Paper {
  std::string id;  ///< always versioned: `2401.12345v2`
  std::string title;
  std::vector<std::string> authors;
  std::string abstract;
  std::string primary_category;         ///< canonical code
  std::vector<std::string> categories;  ///< canonical codes, the primary first
  std::string published;                ///< `YYYY-MM-DDTHH:MM:SSZ`, submission of version 1
  std::string updated;                  ///< the same form, submission of this version
  std::optional<std::string> comment;
  std::optional<std::string> journal_ref;
  std::optional<std::string> doi;

  /// Addresses are built from the versioned id on every path (decision 6).
  std::string pdf_url() const { return "https://arxiv.org/pdf/" + id; }
  std::string abstract_url() const { return "https://arxiv.org/abs/" + id; }

  bool operator==(const Paper&) const = default;
};

}  // namespace arxiv

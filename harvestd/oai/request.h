#pragma once

/// Addresses of ListRecords requests (contract 11.1). Pure.

#include <optional>
#include <string>
#include <string_view>

namespace harvest {

/// Where a list is read on: at a token, from a day on, or (with neither) from its beginning.
struct ListPosition {
  std::optional<std::string> token;  ///< when set, nothing else is sent
  std::optional<std::string> from;   ///< `YYYY-MM-DD`, that day included

  bool operator==(const ListPosition&) const = default;
};

/// The address that asks `base_url` for the page at `position`.
std::string list_records_url(std::string_view base_url, const ListPosition& position);

}  // namespace harvest

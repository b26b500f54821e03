#include "mcpd/fulltext/slice.h"

#include "common/base/utf8.h"

namespace fulltext {

std::string_view slice(std::string_view body, std::size_t start, std::optional<std::size_t> count) {
  body.remove_prefix(base::first_code_points(body, start).size());
  return count ? base::first_code_points(body, *count) : body;
}

}  // namespace fulltext

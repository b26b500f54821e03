#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace standin {

/// The bytes of every `record` element of an XML document, from `<record` to `</record>`, in
/// document order; records inside a record are part of it. For well-formed documents: comments,
/// CDATA and quoted `>` are passed over. Linear.
std::vector<std::string_view> record_slices(std::string_view xml);

/// A stretch of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t size = 0;
};

/// Where the content of the first `name` element lies in `xml`; an empty span at 0 when there is
/// none.
Span content_span(std::string_view xml, std::string_view name);

}  // namespace standin

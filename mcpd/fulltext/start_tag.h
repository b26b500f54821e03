#pragma once

/// One start tag on its way into a cleaned page (contract 5.5, passes 3 to 6 and 8).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcpd/fulltext/element_class.h"
#include "mcpd/fulltext/html_tokenizer.h"
#include "mcpd/fulltext/link_base.h"

namespace fulltext {

/// True of an element, by its name_code(), that has no content and no end tag.
bool is_void(std::uint64_t name);

/// The level of a heading's element by its name_code(): 0 for h1; -1 for any other element.
int heading_level(std::uint64_t name);

/// Read once for each tag, so that its memory serves them all; holds views into the page.
class StartTag {
 public:
  void read(const HtmlToken& token);

  const ElementClass& element_class() const { return class_; }
  /// Its style hides it, as LaTeXML hides a phantom.
  bool hides() const { return hides_; }
  bool keeps_attributes() const { return !kept_.empty(); }

  /// Appends the tag of an element `name` with the attributes that are kept; relative addresses
  /// against `links`, where it is given. Answers how many bytes the addresses have grown by.
  std::size_t write(std::string_view name, const LinkBase* links, std::string& out) const;

 private:
  struct Kept {
    HtmlAttribute attribute;
    bool address = false;
  };

  void read(const HtmlAttribute& attribute, std::uint64_t element);

  std::vector<Kept> kept_;
  ElementClass class_;
  bool hides_ = false;
  bool closes_itself_ = false;
};

}  // namespace fulltext

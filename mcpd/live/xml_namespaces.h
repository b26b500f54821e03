#pragma once

/// XML namespaces over tinyxml2, which leaves prefixes unresolved.

#include <string_view>
#include <utility>
#include <vector>

#include <tinyxml2.h>

namespace live {

/// The declarations in force at one point of a walk down a document. One walk, one thread; the
/// views point into the document.
class XmlNamespaces {
 public:
  /// Puts the declarations of `element` in force while it lives. Throws Fault kSerialization when
  /// more are in force at once than any real feed needs, so that every name resolves in
  /// bounded time.
  class Scope {
   public:
    Scope(XmlNamespaces& namespaces, const tinyxml2::XMLElement& element);
    ~Scope() { namespaces_.declarations_.resize(outer_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    XmlNamespaces& namespaces_;
    std::size_t outer_;
  };

  /// True when `element`, whose Scope is in force, has this name.
  bool matches(const tinyxml2::XMLElement& element, std::string_view uri,
               std::string_view local_name) const;

 private:
  std::string_view uri_of(std::string_view prefix) const;

  std::vector<std::pair<std::string_view, std::string_view>> declarations_;  // prefix, address
};

}  // namespace live

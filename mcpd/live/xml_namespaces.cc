#include "mcpd/live/xml_namespaces.h"

#include <algorithm>

#include "common/base/fault.h"

namespace live {
namespace {

constexpr std::size_t kMaximumDeclarations = 64;
constexpr std::string_view kDeclaration = "xmlns";

}  // namespace

XmlNamespaces::Scope::Scope(XmlNamespaces& namespaces, const tinyxml2::XMLElement& element)
    : namespaces_(namespaces), outer_(namespaces.declarations_.size()) {
  for (const auto* at = element.FirstAttribute(); at != nullptr; at = at->Next()) {
    std::string_view name = at->Name();
    if (!name.starts_with(kDeclaration)) continue;
    name.remove_prefix(kDeclaration.size());
    if (!name.empty() && name.front() != ':') continue;
    if (!name.empty()) name.remove_prefix(1);
    if (namespaces_.declarations_.size() == kMaximumDeclarations) {
      namespaces_.declarations_.resize(outer_);
      throw base::Fault(base::Code::kSerialization, "",
                        "arXiv's answer declares too many XML namespaces.");
    }
    namespaces_.declarations_.emplace_back(name, at->Value());
  }
}

std::string_view XmlNamespaces::uri_of(std::string_view prefix) const {
  const auto found = std::find_if(declarations_.rbegin(), declarations_.rend(),
                                  [&](const auto& known) { return known.first == prefix; });
  return found == declarations_.rend() ? std::string_view() : found->second;
}

bool XmlNamespaces::matches(const tinyxml2::XMLElement& element, std::string_view uri,
                            std::string_view local_name) const {
  const std::string_view name = element.Name();
  const std::size_t colon = name.find(':');
  const bool prefixed = colon != std::string_view::npos;
  if (name.substr(prefixed ? colon + 1 : 0) != local_name) return false;
  return uri_of(prefixed ? name.substr(0, colon) : std::string_view()) == uri;
}

}  // namespace live

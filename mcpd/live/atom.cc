#include "mcpd/live/atom.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_set>

#include "common/arxiv/paper_id.h"
#include "common/base/fault.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mcpd/live/xml_namespaces.h"
#include "mcpd/live/xml_references.h"

namespace live {
namespace {

using tinyxml2::XMLElement;

constexpr std::string_view kAtom = "http://www.w3.org/2005/Atom";
constexpr std::string_view kOpenSearch = "http://a9.com/-/spec/opensearch/1.1/";
constexpr std::string_view kArxiv = "http://arxiv.org/schemas/atom";

/// Thirty times what a feed of 100 papers holds; the parsed feed's memory is bounded by it.
constexpr std::ptrdiff_t kMaximumTags = 100'000;

[[noreturn]] void refuse(const char* why) {
  throw base::Fault(base::Code::kSerialization, "",
                    std::string("arXiv's answer cannot be read: ") + why + ".");
}

/// The element's own text, white space collapsed.
std::string text_of(const XMLElement& element) {
  std::string text;
  for (const auto* child = element.FirstChild(); child != nullptr; child = child->NextSibling()) {
    if (const auto* piece = child->ToText()) text += piece->Value();
  }
  return base::collapse_space(text);
}

std::string attribute(const XMLElement& element, const char* name) {
  const char* value = element.Attribute(name);
  return value == nullptr ? std::string() : base::collapse_space(value);
}

std::int64_t count_of(const XMLElement& element) {
  const std::string text = text_of(element);
  std::int64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return std::max<std::int64_t>(count, 0);
}

/// What an address of a paper's page or PDF says behind `/abs/` or `/pdf/`, when that is an
/// identifier.
std::optional<arxiv::PaperId> id_in(std::string_view address) {
  for (const std::string_view place : {"/abs/", "/pdf/"}) {
    const std::size_t at = address.find(place);
    if (at != std::string_view::npos)
      return arxiv::parse_paper_id(address.substr(at + place.size()));
  }
  return std::nullopt;
}

void append(std::optional<std::string>& member, const std::string& text) {
  if (text.empty()) return;
  member = member ? *member + ' ' + text : text;
}

/// One entry while its children are read.
struct Entry {
  arxiv::Paper paper;
  std::string id;
  std::vector<std::string> links;

  /// The paper's identifier with its version. The feed of the 2007 manual has the version in the
  /// links alone.
  std::optional<arxiv::PaperId> versioned_id() const {
    auto named = id_in(id);
    if (!named || named->is_pinned()) return named;
    for (const std::string& link : links) {
      const auto linked = id_in(link);
      if (linked && linked->base == named->base && linked->is_pinned()) return linked;
    }
    return std::nullopt;
  }
};

class FeedReader {
 public:
  explicit FeedReader(std::size_t most) : most_(most) {}

  Feed read(const XMLElement& root) {
    const XmlNamespaces::Scope scope(namespaces_, root);
    if (!namespaces_.matches(root, kAtom, "feed")) refuse("its root is no Atom feed");
    for (const auto* child = root.FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
      read_feed_child(*child);
    }
    return std::move(feed_);
  }

 private:
  void read_feed_child(const XMLElement& child) {
    const XmlNamespaces::Scope scope(namespaces_, child);
    if (namespaces_.matches(child, kOpenSearch, "totalResults")) {
      feed_.total = count_of(child);
    } else if (namespaces_.matches(child, kOpenSearch, "startIndex")) {
      feed_.start = count_of(child);
    } else if (namespaces_.matches(child, kAtom, "entry")) {
      read_entry(child);
    }
  }

  void read_entry(const XMLElement& element) {
    if (seen_ == most_) return;
    ++seen_;
    Entry entry;
    for (const auto* child = element.FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
      const XmlNamespaces::Scope scope(namespaces_, *child);
      read_atom_child(*child, entry);
      read_arxiv_child(*child, entry.paper);
    }
    finish(std::move(entry));
  }

  void read_atom_child(const XMLElement& child, Entry& entry) {
    const auto is = [&](std::string_view name) { return namespaces_.matches(child, kAtom, name); };
    arxiv::Paper& paper = entry.paper;
    if (is("id")) {
      entry.id = text_of(child);
    } else if (is("title")) {
      paper.title = text_of(child);
    } else if (is("summary")) {
      paper.abstract = text_of(child);
    } else if (is("published")) {
      paper.published = text_of(child);
    } else if (is("updated")) {
      paper.updated = text_of(child);
    } else if (is("category")) {
      std::string term = attribute(child, "term");
      if (!term.empty()) paper.categories.push_back(std::move(term));
    } else if (is("link")) {
      entry.links.push_back(attribute(child, "href"));
    } else if (is("author")) {
      read_author(child, paper);
    }
  }

  void read_author(const XMLElement& author, arxiv::Paper& paper) {
    for (const auto* child = author.FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
      const XmlNamespaces::Scope scope(namespaces_, *child);
      if (!namespaces_.matches(*child, kAtom, "name")) continue;
      std::string name = text_of(*child);
      if (!name.empty()) paper.authors.push_back(std::move(name));
    }
  }

  void read_arxiv_child(const XMLElement& child, arxiv::Paper& paper) {
    const auto is = [&](std::string_view name) { return namespaces_.matches(child, kArxiv, name); };
    if (is("comment")) {
      append(paper.comment, text_of(child));
    } else if (is("journal_ref")) {
      append(paper.journal_ref, text_of(child));
    } else if (is("doi")) {
      append(paper.doi, text_of(child));
    } else if (is("primary_category")) {
      paper.primary_category = attribute(child, "term");
    }
  }

  void finish(Entry entry) {
    if (entry.id.find("/api/errors") != std::string::npos) {
      feed_.errors.push_back(std::move(entry.paper.abstract));
      return;
    }
    ++feed_.entries;
    const auto id = entry.versioned_id();
    if (!id || !shown_.insert(id->canonical()).second) return;
    arxiv::Paper& paper = entry.paper;
    paper.id = id->canonical();
    if (paper.primary_category.empty() && !paper.categories.empty()) {
      paper.primary_category = paper.categories.front();
    }
    feed_.papers.push_back(std::move(paper));
  }

  const std::size_t most_;
  std::size_t seen_ = 0;
  std::unordered_set<std::string> shown_;  // versioned identifiers
  XmlNamespaces namespaces_;
  Feed feed_;
};

/// The only element at the top of `document`, which the parser itself does not insist on.
const XMLElement& single_root(const tinyxml2::XMLDocument& document) {
  const XMLElement* root = document.FirstChildElement();
  if (root == nullptr) refuse("it holds no element");
  if (root->NextSiblingElement() != nullptr) refuse("it has more than one root");
  for (const auto* node = document.FirstChild(); node != nullptr; node = node->NextSibling()) {
    if (node->ToText() != nullptr) refuse("text stands outside its root");
  }
  return *root;
}

}  // namespace

Feed parse_feed(std::string_view body, std::size_t most) {
  if (!base::is_utf8(body) || body.find('\0') != std::string_view::npos) {
    refuse("it is not UTF-8 text");
  }
  if (std::count(body.begin(), body.end(), '<') > kMaximumTags) {
    refuse("it holds more tags than a feed can need");
  }
  tinyxml2::XMLDocument document;
  const std::string mended = mend_numeric_references(body);
  if (document.Parse(mended.data(), mended.size()) != tinyxml2::XML_SUCCESS) {
    refuse("it is not well-formed XML");
  }
  return FeedReader(most).read(single_root(document));
}

}  // namespace live

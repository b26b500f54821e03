#include "harvestd/oai/page.h"

#include <algorithm>
#include <array>

#include <tinyxml2.h>

#include "common/arxiv/paper_id.h"
#include "common/base/clock.h"
#include "common/base/fault.h"
#include "common/base/number.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "harvestd/oai/xml_check.h"

namespace harvest {
namespace {

using base::Code;
using base::Fault;
using tinyxml2::XMLElement;
using tinyxml2::XMLNode;

constexpr std::string_view kNamespace = "http://www.openarchives.org/OAI/2.0/";
constexpr std::string_view kIdentifierPrefix = "oai:arXiv.org:";

[[noreturn]] void refuse(const std::string& what) {
  throw Fault(Code::kSerialization, "", "The OAI-PMH page cannot be used: " + what);
}

/// `text` as one short line for a message.
std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  return base::one_line(base::collapse_space(text), kLongest);
}

/// The name without its prefix.
std::string_view local_name(const XMLElement& element) {
  const std::string_view name = element.Name();
  return name.substr(name.find(':') + 1);
}

const XMLElement* child(const XMLElement* parent, std::string_view name) {
  const XMLElement* at = parent == nullptr ? nullptr : parent->FirstChildElement();
  while (at != nullptr && local_name(*at) != name)
    at = at->NextSiblingElement();
  return at;
}

/// Calls `use` with each child element called `name`.
template <class Use>
void for_each_child(const XMLElement& parent, std::string_view name, Use use) {
  for (const XMLElement* at = parent.FirstChildElement(); at != nullptr;
       at = at->NextSiblingElement()) {
    if (local_name(*at) == name) use(*at);
  }
}

/// The child called `name`; a page that has two of what the protocol allows once is refused, for
/// one of them would be lost.
const XMLElement* only_child(const XMLElement* parent, std::string_view name) {
  const XMLElement* found = child(parent, name);
  for (const XMLElement* at = found; at != nullptr;) {
    at = at->NextSiblingElement();
    if (at != nullptr && local_name(*at) == name) {
      refuse("it holds " + std::string(name) + " twice where there is one.");
    }
  }
  return found;
}

std::string_view attribute(const XMLElement& element, const char* name) {
  const char* value = element.Attribute(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

/// The element's own text, character data sections included, trimmed; empty without element.
std::string text_of(const XMLElement* element) {
  std::string text;
  const XMLNode* at = element == nullptr ? nullptr : element->FirstChild();
  for (; at != nullptr; at = at->NextSibling()) {
    if (at->ToText() != nullptr) text += at->Value();
  }
  return std::string(base::trim(text));
}

std::string child_text(const XMLElement* parent, std::string_view name) {
  return text_of(child(parent, name));
}

/// The namespace that the root's own prefix stands for.
std::string_view root_namespace(const XMLElement& root) {
  const std::string_view name = root.Name();
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return attribute(root, "xmlns");
  return attribute(root, ("xmlns:" + std::string(name.substr(0, colon))).c_str());
}

/// The one root element, which has to be OAI-PMH.
const XMLElement& require_root(const tinyxml2::XMLDocument& document) {
  const XMLElement* root = document.RootElement();
  if (root == nullptr) refuse("it holds no element.");
  for (const XMLNode* at = document.FirstChild(); at != nullptr; at = at->NextSibling()) {
    const bool around = at->ToDeclaration() != nullptr || at->ToComment() != nullptr;
    if (at != root && !around) refuse("it holds something beside its root element.");
  }
  if (local_name(*root) != "OAI-PMH" || root_namespace(*root) != kNamespace) {
    refuse("its root is not OAI-PMH.");
  }
  return *root;
}

/// A canonical id from `text`, which belongs to the record `label`.
std::string require_id(std::string_view text, const std::string& label) {
  const auto id = arxiv::parse_paper_id(text);
  if (id && !id->is_pinned()) return id->base;
  throw Fault(Code::kValidation, "",
              "The OAI-PMH page cannot be used: " + label +
                  (text.empty() ? " has no id." : " has a malformed id."));
}

std::string require_datestamp(const XMLElement* header, const std::string& label) {
  const std::string text = child_text(header, "datestamp");
  const auto time = base::parse_iso(text);
  if (time) return base::to_date(*time);
  throw Fault(Code::kValidation, "",
              "The OAI-PMH page cannot be used: " + label + " has no valid datestamp.");
}

std::string_view without_prefix(std::string_view identifier) {
  if (identifier.starts_with(kIdentifierPrefix)) identifier.remove_prefix(kIdentifierPrefix.size());
  return identifier;
}

std::vector<mirror::RecordVersion> read_versions(const XMLElement& raw) {
  std::vector<mirror::RecordVersion> versions;
  for_each_child(raw, "version", [&](const XMLElement& element) {
    std::string_view name = base::trim(attribute(element, "version"));
    if (name.starts_with('v')) name.remove_prefix(1);
    const auto value = base::parse_number<int>(name);
    if (value && *value > 0) versions.push_back({*value, child_text(&element, "date")});
  });
  return versions;
}

mirror::Record read_record(const XMLElement& raw, std::string id, std::string datestamp) {
  mirror::Record record;
  record.id = std::move(id);
  record.datestamp = std::move(datestamp);
  record.versions = read_versions(raw);
  record.title = child_text(&raw, "title");
  record.authors = child_text(&raw, "authors");
  record.abstract = child_text(&raw, "abstract");
  record.categories = child_text(&raw, "categories");
  record.comment = child_text(&raw, "comments");
  record.journal_ref = child_text(&raw, "journal-ref");
  record.doi = child_text(&raw, "doi");
  return record;
}

/// Adds the `position`th record element to `page`.
void add_record(Page& page, const XMLElement& element, std::size_t position) {
  const XMLElement* header = only_child(&element, "header");
  const XMLElement* raw = only_child(only_child(&element, "metadata"), "arXivRaw");
  const bool deleted = header != nullptr && attribute(*header, "status") == "deleted";
  if (!deleted && raw == nullptr) {
    ++page.skipped;
    return;
  }
  const std::string identifier = child_text(header, "identifier");
  std::string own_id = deleted ? "" : child_text(raw, "id");
  if (own_id.empty()) own_id = without_prefix(identifier);
  const std::string label = "record " + std::to_string(position) +
                            (identifier.empty() ? "" : " (" + excerpt(identifier) + ")");
  std::string id = require_id(own_id, label);
  std::string datestamp = require_datestamp(header, label);
  page.last_datestamp = std::max(page.last_datestamp, datestamp);
  page.datestamps.push_back(datestamp);
  if (deleted) {
    ++page.tombstones;
    page.changes.emplace_back(mirror::Tombstone{std::move(id)});
  } else {
    ++page.records;
    page.changes.emplace_back(
        mirror::build_row(read_record(*raw, std::move(id), std::move(datestamp))));
  }
}

/// The day on which arXiv says it answered.
std::string answer_day(const XMLElement& root) {
  const auto time = base::parse_iso(child_text(&root, "responseDate"));
  return time ? base::to_date(*time) : "";
}

Page read_list(const XMLElement& root, const XMLElement& list) {
  Page page;
  page.answered_on = answer_day(root);
  std::size_t position = 0;
  for_each_child(list, "record",
                 [&](const XMLElement& element) { add_record(page, element, ++position); });
  if (const XMLElement* token = only_child(&list, "resumptionToken")) {
    std::string text = text_of(token);
    if (!text.empty()) page.token = std::move(text);
    page.list_size =
        base::parse_number<std::int64_t>(base::trim(attribute(*token, "completeListSize")));
  }
  return page;
}

Answer read_error(const XMLElement& error) {
  const std::string code = excerpt(attribute(error, "code"));
  std::string text = excerpt(text_of(&error));
  if (code == "badResumptionToken") return TokenRejected{std::move(text)};
  if (code == "noRecordsMatch") return NoRecords{std::move(text)};
  throw Fault(Code::kValidation, "",
              "arXiv answered with the OAI-PMH error " + code + (text.empty() ? "." : ": " + text))
      .with("oai_code", code);
}

void require_no_other_verb(const XMLElement& root) {
  constexpr std::array<std::string_view, 5> kOtherVerbs = {
      "Identify", "ListMetadataFormats", "ListSets", "ListIdentifiers", "GetRecord"};
  for (const std::string_view verb : kOtherVerbs) {
    if (child(&root, verb) != nullptr) refuse("it answers " + std::string(verb) + ".");
  }
}

}  // namespace

Answer parse_page(std::string_view body) {
  check_xml(body);
  tinyxml2::XMLDocument document;
  if (document.Parse(body.data(), body.size()) != tinyxml2::XML_SUCCESS) {
    refuse("it is not well-formed XML (line " + std::to_string(document.ErrorLineNum()) + ").");
  }
  const XMLElement& root = require_root(document);
  if (const XMLElement* error = child(&root, "error")) return read_error(*error);
  if (const XMLElement* list = only_child(&root, "ListRecords")) return read_list(root, *list);
  require_no_other_verb(root);
  return Page{};
}

}  // namespace harvest

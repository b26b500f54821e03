#include "tests/standin/raw_record.h"

#include <tinyxml2.h>

#include "common/base/clock.h"
#include "common/base/text.h"

namespace standin {
namespace {

std::string text_of(const tinyxml2::XMLElement* parent, const char* name) {
  const auto* element = parent != nullptr ? parent->FirstChildElement(name) : nullptr;
  const char* text = element != nullptr ? element->GetText() : nullptr;
  return text != nullptr ? text : "";
}

struct TextMember {
  const char* element;
  std::string RawRecord::*member;
};
constexpr TextMember kTextMembers[] = {
    {"id", &RawRecord::id},
    {"title", &RawRecord::title},
    {"authors", &RawRecord::authors},
    {"categories", &RawRecord::categories},
    {"comments", &RawRecord::comments},
    {"journal-ref", &RawRecord::journal_ref},
    {"doi", &RawRecord::doi},
    {"abstract", &RawRecord::abstract},
};

std::vector<std::chrono::sys_seconds> read_versions(const tinyxml2::XMLElement* raw) {
  std::vector<std::chrono::sys_seconds> versions;
  for (const auto* version = raw->FirstChildElement("version"); version != nullptr;
       version = version->NextSiblingElement("version")) {
    const auto time = base::parse_email_date(text_of(version, "date"));
    if (time) versions.push_back(std::chrono::floor<std::chrono::seconds>(*time));
  }
  return versions;
}

}  // namespace

std::optional<RawRecord> read_record(std::string_view xml) {
  tinyxml2::XMLDocument document;
  if (document.Parse(xml.data(), xml.size()) != tinyxml2::XML_SUCCESS) return std::nullopt;
  const auto* record = document.FirstChildElement("record");
  const auto* metadata = record != nullptr ? record->FirstChildElement("metadata") : nullptr;
  const auto* raw = metadata != nullptr ? metadata->FirstChildElement("arXivRaw") : nullptr;
  if (raw == nullptr) return std::nullopt;
  RawRecord result;
  for (const TextMember& row : kTextMembers)
    result.*row.member = text_of(raw, row.element);
  result.id = std::string(base::trim(result.id));
  result.datestamp = base::trim(text_of(record->FirstChildElement("header"), "datestamp"));
  result.versions = read_versions(raw);
  return result;
}

}  // namespace standin

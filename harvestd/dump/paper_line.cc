#include "harvestd/dump/paper_line.h"

#include <algorithm>
#include <array>
#include <utility>

#include "common/arxiv/paper_id.h"
#include "common/base/clock.h"
#include "common/base/fault.h"
#include "common/base/json.h"
#include "common/base/number.h"
#include "common/base/text.h"

namespace mirror {
namespace {

constexpr std::size_t kColumns = 13;
constexpr std::array<std::string_view, kColumns> kNames = {
    "id",         "version",   "title",   "authors",        "abstract", "primary_category",
    "categories", "published", "updated", "latest_version", "comment",  "journal_ref",
    "doi"};

[[noreturn]] void refuse(std::string_view member, std::string_view what) {
  throw base::Fault(base::Code::kValidation, "",
                    "member `" + std::string(member) + "` " + std::string(what));
}

std::string text_of(const json::Value& value, std::string_view name) {
  if (!value.IsString()) refuse(name, "is not a text");
  std::string text(json::text(value));
  if (text.find('\0') != std::string::npos) refuse(name, "holds a NUL");
  return text;
}

/// The text of a member that may be missing, null or empty.
std::optional<std::string> optional_text(const json::Value& line, std::string_view name) {
  const json::Value* value = json::find(line, name);
  if (value == nullptr || value->IsNull()) return std::nullopt;
  return text_of(*value, name);
}

std::string text(const json::Value& line, std::string_view name) {
  const json::Value* value = json::find(line, name);
  if (value == nullptr) refuse(name, "is missing");
  return text_of(*value, name);
}

/// One that says something.
std::string required_text(const json::Value& line, std::string_view name) {
  std::string found = text(line, name);
  if (base::trim(found).empty()) refuse(name, "is empty");
  return found;
}

std::string read_id(const json::Value& line) {
  const auto id = arxiv::parse_paper_id(required_text(line, "id"));
  if (!id || id->is_pinned()) refuse("id", "is no arXiv identifier without version");
  return id->base;
}

int read_version(std::string_view member, std::string_view text) {
  const auto number = base::parse_number<int>(text);
  if (!number || *number < 1) refuse(member, "holds no version number");
  return *number;
}

/// A date in the file's form. Anything else would be out of order for good.
std::string read_date(std::string_view member, std::string_view text) {
  std::string date = stored_date(text);
  if (!base::parse_iso(date)) refuse(member, "holds no date");
  return date;
}

// The mirror's own form: what a row holds, word for word, dates that arXiv misspelled included.

Row read_row(const json::Value& line) {
  Row row;
  row.id = read_id(line);
  row.version = std::to_string(read_version("version", required_text(line, "version")));
  row.title = text(line, "title");
  row.authors = text(line, "authors");
  row.abstract = text(line, "abstract");
  row.categories = base::collapse_space(text(line, "categories"));
  row.primary_category = row.categories.substr(0, row.categories.find(' '));
  row.published = stored_date(required_text(line, "published"));
  row.updated = stored_date(required_text(line, "updated"));
  row.comment = optional_text(line, "comment");
  row.journal_ref = optional_text(line, "journal_ref");
  row.doi = optional_text(line, "doi");
  return row;
}

/// Empty where it is not known.
std::string day_of(const Row& row) {
  const auto time = base::parse_iso(row.updated);
  return time ? base::to_date(*time) : "";
}

// arXiv's dump. Its older issues have lists of words where newer ones have texts and objects.

std::string read_categories(const json::Value& line) {
  const json::Value* value = json::find(line, "categories");
  if (value == nullptr || !value->IsArray()) return required_text(line, "categories");
  std::string joined;
  for (const json::Value& code : value->GetArray())
    joined += text_of(code, "categories") + " ";
  if (base::trim(joined).empty()) refuse("categories", "is empty");
  return joined;
}

RecordVersion read_record_version(const json::Value& value) {
  const bool is_word = value.IsString();
  if (!is_word && !value.IsObject()) refuse("versions", "holds something else than versions");
  const std::string name = is_word ? text_of(value, "versions") : text(value, "version");
  std::string_view number = name;
  if (number.starts_with('v')) number.remove_prefix(1);
  const std::string created = is_word ? "" : optional_text(value, "created").value_or("");
  return {read_version("versions", number), created.empty() ? "" : read_date("versions", created)};
}

std::vector<RecordVersion> read_versions(const json::Value& line) {
  std::vector<RecordVersion> versions;
  const json::Value* value = json::find(line, "versions");
  if (value == nullptr || value->IsNull()) return versions;
  if (!value->IsArray()) refuse("versions", "is not a list");
  for (const json::Value& version : value->GetArray())
    versions.push_back(read_record_version(version));
  return versions;
}

std::string read_update_date(const json::Value& line) {
  const std::string date(base::trim(text(line, "update_date")));
  const auto time = base::parse_iso(date);
  if (!time) refuse("update_date", "is no date of the form YYYY-MM-DD");
  return base::to_date(*time);
}

Record read_record(const json::Value& line) {
  Record record;
  record.id = read_id(line);
  record.datestamp = read_update_date(line);
  record.versions = read_versions(line);
  record.title = required_text(line, "title");
  record.authors = text(line, "authors");
  record.abstract = optional_text(line, "abstract").value_or("");
  record.categories = read_categories(line);
  record.comment = optional_text(line, "comments").value_or("");
  record.journal_ref = optional_text(line, "journal-ref").value_or("");
  record.doi = optional_text(line, "doi").value_or("");
  return record;
}

}  // namespace

std::string_view export_statement() {
  return "SELECT id, version, title, authors, abstract, primary_category, categories, published,"
         " updated, latest_version, comment, journal_ref, doi FROM papers ORDER BY rowid";
}

std::string export_line(const Rows& rows) {
  json::Writer out;
  out.begin_object();
  for (std::size_t at = 0; at < kColumns; ++at) {
    const int column = static_cast<int>(at);
    out.key(kNames[at]);
    rows.is_null(column) ? out.null() : out.string(rows.text(column));
  }
  out.end_object();
  return out.take() + "\n";
}

DumpPaper parse_paper_line(std::string line) {
  const auto document = json::parse(std::move(line));
  if (!document || !document->IsObject()) {
    throw base::Fault(base::Code::kValidation, "", "is not a JSON object in UTF-8");
  }
  if (json::find(*document, "primary_category") != nullptr) {
    Row row = read_row(*document);
    std::string day = day_of(row);
    return {std::move(row), std::move(day)};
  }
  const Record record = read_record(*document);
  return {build_row(record), record.datestamp};
}

}  // namespace mirror

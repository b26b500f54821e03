#include "tests/standin/folder_corpus.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <tuple>

#include <tinyxml2.h>

#include "common/base/clock.h"
#include "common/base/utf8.h"
#include "tests/standin/raw_record.h"

namespace standin {
namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool is_well_formed(const std::string& xml) {
  tinyxml2::XMLDocument document;
  return document.Parse(xml.data(), xml.size()) == tinyxml2::XML_SUCCESS;
}

}  // namespace

FolderCorpus::FolderCorpus(const std::filesystem::path& folder) {
  for (const auto& file : files_of(folder)) {
    add_document(file.filename().string(), read_file(file));
  }
  number_records();
}

void FolderCorpus::add_document(const std::string& name, const std::string& xml) {
  const auto skip = [&](const std::string& why) { skipped_.push_back(name + ": " + why); };
  if (!base::is_utf8(xml)) return skip("not UTF-8");
  if (!is_well_formed(xml)) return skip("not well-formed XML");
  const std::vector<std::string_view> slices = record_slices(xml);
  if (slices.empty()) return skip("no record");
  std::size_t others = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const bool is_raw = slices[i].find("<arXivRaw") != std::string_view::npos;
    if (is_raw) add_record(name + ": record " + std::to_string(i + 1), slices[i]);
    if (!is_raw) ++others;
  }
  if (others > 0) skip(std::to_string(others) + " records without arXivRaw");
}

void FolderCorpus::add_record(const std::string& source, std::string_view xml) {
  const auto skip = [&](const std::string& why) { skipped_.push_back(source + ": " + why); };
  const std::optional<RawRecord> raw = read_record(xml);
  if (!raw) return skip("arXivRaw not in the record's metadata, or a namespace of the envelope");
  if (raw->id.empty()) return skip("no id");
  const auto day = base::parse_iso(raw->datestamp);
  if (!day) return skip("no datestamp");
  Record record{raw->id, std::chrono::floor<std::chrono::days>(*day), std::string(xml),
                content_span(xml, "datestamp"), source};
  const auto known = by_id_.find(record.id);
  if (known == by_id_.end()) {
    by_id_.emplace(record.id, records_.size());
    records_.push_back(std::move(record));
    return;
  }
  Record& kept = records_[known->second];
  if (record.day > kept.day) std::swap(kept, record);
  skipped_.push_back(record.source + ": " + record.id + " again, not newer than in " + kept.source);
}

void FolderCorpus::number_records() {
  std::sort(records_.begin(), records_.end(), [](const Record& a, const Record& b) {
    return std::tie(a.day, a.id) < std::tie(b.day, b.id);
  });
  for (std::size_t i = 0; i < records_.size(); ++i)
    by_id_[records_[i].id] = i;
}

std::chrono::sys_seconds FolderCorpus::modified(std::size_t index) const {
  return records_[index].day;
}

std::string FolderCorpus::record(std::size_t index, std::string_view datestamp) const {
  const Record& record = records_[index];
  if (base::to_date(record.day) == datestamp) return record.xml;
  std::string changed = record.xml;
  changed.replace(record.datestamp.begin, record.datestamp.size, datestamp);
  return changed;
}

std::optional<std::size_t> FolderCorpus::find(std::string_view id) const {
  const auto at = by_id_.find(id);
  return at != by_id_.end() ? std::optional(at->second) : std::nullopt;
}

}  // namespace standin

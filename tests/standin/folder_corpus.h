#pragma once

/// A corpus made of the arXivRaw records found in a folder's files, served byte for byte.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/standin/corpus.h"
#include "tests/standin/record_slices.h"

namespace standin {

/// Takes every `record` that holds arXivRaw, whatever document it stands in: list answers, single
/// records, records without an envelope. Of several records of one paper the one with the newest
/// datestamp stays. Records are numbered in order of datestamp, then id.
class FolderCorpus : public Corpus {
 public:
  /// Reads every regular file of `folder`, in order of name. Throws std::filesystem_error when the
  /// folder cannot be read.
  explicit FolderCorpus(const std::filesystem::path& folder);

  /// What was left out and why, one line each: `page.xml: record 3: no datestamp`.
  const std::vector<std::string>& skipped() const { return skipped_; }

  std::size_t size() const override { return records_.size(); }
  std::string id(std::size_t index) const override { return records_[index].id; }
  std::chrono::sys_seconds modified(std::size_t index) const override;
  std::string record(std::size_t index, std::string_view datestamp) const override;
  std::optional<std::size_t> find(std::string_view id) const override;

 private:
  struct Record {
    std::string id;
    std::chrono::sys_days day;
    std::string xml;
    Span datestamp;  ///< of its text in xml
    std::string source;
  };
  void add_document(const std::string& name, const std::string& xml);
  void add_record(const std::string& source, std::string_view xml);
  void number_records();

  std::vector<Record> records_;
  std::map<std::string, std::size_t, std::less<>> by_id_;
  std::vector<std::string> skipped_;
};

}  // namespace standin

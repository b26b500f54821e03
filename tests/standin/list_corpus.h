#pragma once

/// A corpus that a test writes down: ids and times, records of one line.

#include <string>
#include <string_view>
#include <vector>

#include "common/base/clock.h"
#include "tests/standin/corpus.h"

namespace standin {

class ListCorpus : public Corpus {
 public:
  struct Row {
    std::string id;
    std::string modified;  ///< `2024-01-31T12:00:00Z`
  };
  explicit ListCorpus(std::vector<Row> rows) : rows_(std::move(rows)) {}

  std::size_t size() const override { return rows_.size(); }
  std::string id(std::size_t index) const override { return rows_[index].id; }
  std::chrono::sys_seconds modified(std::size_t index) const override {
    return std::chrono::floor<std::chrono::seconds>(base::parse_iso(rows_[index].modified).value());
  }
  std::string record(std::size_t index, std::string_view datestamp) const override {
    return "<record id=\"" + rows_[index].id + "\" day=\"" + std::string(datestamp) + "\"/>";
  }
  std::optional<std::size_t> find(std::string_view id) const override {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].id == id) return i;
    }
    return std::nullopt;
  }

 private:
  std::vector<Row> rows_;
};

/// The day `YYYY-MM-DD`.
inline std::chrono::sys_days day(std::string_view text) {
  return std::chrono::floor<std::chrono::days>(base::parse_iso(text).value());
}

}  // namespace standin

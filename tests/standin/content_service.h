#pragma once

/// Full texts, as arXiv and ar5iv serve them (arxiv-facts 6): `/html/ID`, `/ar5iv/ID`, `/pdf/ID`.

#include <optional>
#include <string>
#include <string_view>

#include "tests/standin/answer.h"
#include "tests/standin/corpus.h"

namespace standin {

/// Where the files of each route are; one without a folder serves invented texts of the corpus.
struct ContentFolders {
  std::string html;
  std::string ar5iv;
  std::string pdf;
};

class ContentService {
 public:
  /// `corpus` has to outlive the service. Any thread may call it.
  ContentService(const Corpus& corpus, ContentFolders folders, std::string base_url);

  /// The answer to `path`, or nothing when it is none of the three routes. A file is named by the
  /// identifier as it was asked for, else without its version, a slash in it as `_`, with the
  /// ending `.html` or `.pdf`. What is missing is a 404; of ar5iv a 307 to arXiv, as the real one
  /// answers it.
  std::optional<Answer> answer(std::string_view path) const;

 private:
  std::optional<std::string> find(const std::string& folder, std::string_view ending,
                                  std::string_view id) const;

  const Corpus& corpus_;
  ContentFolders folders_;
  std::string base_url_;
};

}  // namespace standin

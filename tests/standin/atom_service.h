#pragma once

/// arXiv's API over a corpus: look-ups by id_list, answered as Atom in the form of 2026
/// (arxiv-facts 3.1, 3.6, 3.7). A search_query is answered with the error feed: this service holds
/// no search index.

#include "common/base/clock.h"
#include "tests/standin/answer.h"
#include "tests/standin/corpus.h"
#include "tests/standin/text_forms.h"

namespace standin {

class AtomService {
 public:
  /// `corpus` has to outlive the service. Any thread may call it.
  explicit AtomService(const Corpus& corpus, base::WallClock clock = base::wall_now);

  Answer answer(const Arguments& arguments) const;

 private:
  Answer look_up(const Arguments& arguments) const;
  std::string error_feed(std::string_view anchor, std::string_view summary) const;

  const Corpus& corpus_;
  base::WallClock clock_;
};

}  // namespace standin

#pragma once

/// arXiv's API over a corpus: look-ups by id_list and searches (arxiv-facts 3.1 to 3.6), with the
/// two kinds of request that the real one answers with status 500.

#include "common/base/clock.h"
#include "tests/standin/answer.h"
#include "tests/standin/corpus.h"
#include "tests/standin/search_index.h"
#include "tests/standin/text_forms.h"

namespace standin {

class AtomService {
 public:
  /// `corpus` has to outlive the service. Any thread may call it.
  explicit AtomService(const Corpus& corpus, base::WallClock clock = base::wall_now);

  Answer answer(const Arguments& arguments);

 private:
  Answer look_up(const Arguments& arguments) const;
  Answer search(const Arguments& arguments);

  const Corpus& corpus_;
  SearchIndex index_;
  base::WallClock clock_;
};

}  // namespace standin

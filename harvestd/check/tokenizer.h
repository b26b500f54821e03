#pragma once

/// The tokenizer of papers_fts itself, asked outside of a query.

#include <functional>
#include <string_view>

#include "common/mirror/sqlite.h"

namespace mirror {

/// Belongs to the thread and the life of its Database.
class Tokenizer {
 public:
  /// The one that papers_fts names: unicode61, diacritics removed, `-` and `_` within tokens.
  /// Throws SqliteFault where SQLite has none.
  explicit Tokenizer(const Database& database);
  ~Tokenizer();
  Tokenizer(const Tokenizer&) = delete;
  Tokenizer& operator=(const Tokenizer&) = delete;

  /// Calls `take` with each token of `text` in its order, as the index holds it. Answers how many
  /// there are. Throws SqliteFault when memory runs out.
  template <class Take>
  int each(std::string_view text, Take&& take) const {
    Visit<Take> visit{take, 0};
    run(text, &visit, [](void* context, int, const char* token, int size, int, int) {
      auto& to = *static_cast<Visit<Take>*>(context);
      to.take(to.count++, std::string_view(token, static_cast<std::size_t>(size)));
      return SQLITE_OK;
    });
    return visit.count;
  }

 private:
  template <class Take>
  struct Visit {
    Take& take;  ///< called with the token's place, from 0, and its text
    int count;
  };
  using Callback = int (*)(void*, int, const char*, int, int, int);
  void run(std::string_view text, void* context, Callback callback) const;

  fts5_tokenizer functions_{};
  Fts5Tokenizer* instance_ = nullptr;
};

}  // namespace mirror

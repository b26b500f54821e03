#include "harvestd/check/tokenizer.h"

#include <array>

namespace mirror {
namespace {

fts5_api* fts5_of(const Database& database) {
  fts5_api* api = nullptr;
  Statement statement(database, "SELECT fts5(?1)");
  sqlite3_bind_pointer(statement.handle(), 1, &api, "fts5_api_ptr", nullptr);
  sqlite3_step(statement.handle());
  if (api == nullptr) throw SqliteFault(SQLITE_ERROR, "this SQLite has no FTS5");
  return api;
}

}  // namespace

Tokenizer::Tokenizer(const Database& database) {
  fts5_api* api = fts5_of(database);
  void* context = nullptr;
  int code = api->xFindTokenizer(api, "unicode61", &context, &functions_);
  std::array<const char*, 4> arguments = {"remove_diacritics", "2", "tokenchars", "-_"};
  if (code == SQLITE_OK) {
    code = functions_.xCreate(context, arguments.data(), static_cast<int>(arguments.size()),
                              &instance_);
  }
  if (code != SQLITE_OK) throw SqliteFault(code, "no tokenizer unicode61");
}

Tokenizer::~Tokenizer() {
  if (instance_ != nullptr) functions_.xDelete(instance_);
}

void Tokenizer::run(std::string_view text, void* context, Callback callback) const {
  const int code = functions_.xTokenize(instance_, context, FTS5_TOKENIZE_DOCUMENT, text.data(),
                                        static_cast<int>(text.size()), callback);
  if (code != SQLITE_OK) throw SqliteFault(code, "a text cannot be tokenized");
}

}  // namespace mirror

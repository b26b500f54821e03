#include "harvestd/writer/text_function.h"

#include <new>

namespace mirror {
namespace {

constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;

}  // namespace

TextFunction::TextFunction(Database& database, const char* name, Convert convert)
    : database_(database), name_(name), convert_(convert) {
  const int code = sqlite3_create_function_v2(database_.handle(), name_, 1, kFlags, this, call,
                                              nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw SqliteFault(code, std::string("cannot define ") + name_);
}

TextFunction::~TextFunction() {
  sqlite3_create_function_v2(database_.handle(), name_, 1, kFlags, nullptr, nullptr, nullptr,
                             nullptr, nullptr);
}

void TextFunction::call(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
  if (text == nullptr) return;  // the answer stays NULL
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
  try {
    const auto* self = static_cast<const TextFunction*>(sqlite3_user_data(context));
    const std::string answer = self->convert_(std::string_view(text, size));
    sqlite3_result_text64(context, answer.data(), answer.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

}  // namespace mirror

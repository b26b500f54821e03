#include "mcpd/fulltext/fold.h"

#include "common/base/utf8.h"

namespace fulltext {
namespace {

/// Every `step`th code point from `first` to `last` is the capital letter of the one `distance`
/// behind it.
struct Capitals {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t step;
  std::uint32_t distance;
};

constexpr Capitals kCapitals[] = {
    {'A', 'Z', 1, 32},      {0xC0, 0xD6, 1, 32},    {0xD8, 0xDE, 1, 32},   {0x100, 0x12E, 2, 1},
    {0x132, 0x136, 2, 1},   {0x139, 0x147, 2, 1},   {0x14A, 0x176, 2, 1},  {0x179, 0x17D, 2, 1},
    {0x1CD, 0x1DB, 2, 1},   {0x1DE, 0x1EE, 2, 1},   {0x1F8, 0x21E, 2, 1},  {0x222, 0x232, 2, 1},
    {0x388, 0x38A, 1, 37},  {0x391, 0x3A1, 1, 32},  {0x3A3, 0x3AB, 1, 32}, {0x400, 0x40F, 1, 80},
    {0x410, 0x42F, 1, 32},  {0x460, 0x480, 2, 1},   {0x48A, 0x4BE, 2, 1},  {0x4D0, 0x52E, 2, 1},
    {0x1E00, 0x1E94, 2, 1}, {0x1EA0, 0x1EFE, 2, 1},
};

}  // namespace

std::uint32_t fold_letter(std::uint32_t code_point) {
  constexpr std::uint32_t kFinalSigma = 0x3C2;
  for (const Capitals& each : kCapitals) {
    if (code_point < each.first) break;
    if (code_point <= each.last && (code_point - each.first) % each.step == 0)
      return code_point + each.distance;
  }
  return code_point == kFinalSigma ? kFinalSigma + 1 : code_point;
}

bool is_blank(std::uint32_t code_point) {
  return code_point == ' ' || (code_point >= '\t' && code_point <= '\r') || code_point == 0x85 ||
         code_point == 0xA0 || code_point == 0x1680 ||
         (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
         code_point == 0x3000;
}

bool is_invisible(std::uint32_t code_point) {
  return code_point == 0xAD || (code_point >= 0x200B && code_point <= 0x200F) ||
         (code_point >= 0x2060 && code_point <= 0x2064) || code_point == 0xFEFF;
}

std::string fold_text(std::string_view text) {
  std::string out;
  bool blank = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, next] = base::code_point_at(text, at);
    at = next;
    if (is_blank(code_point)) {
      blank = true;
    } else if (!is_invisible(code_point)) {
      if (blank && !out.empty()) out += ' ';
      blank = false;
      base::append_utf8(out, fold_letter(code_point));
    }
  }
  return out;
}

}  // namespace fulltext

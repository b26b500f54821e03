#include "mcpd/pdftext/pdf_document.h"

#include <algorithm>
#include <climits>
#include <iconv.h>
#include <memory>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>
#include <utility>

#include "common/base/utf8.h"
#include "mcpd/pdftext/mend_text.h"

namespace pdftext {
namespace {

/// Poppler's UTF-16 in UTF-8; a lone surrogate becomes U+FFFD.
std::string to_utf8(const poppler::ustring& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t unit = text[i];
    const std::uint32_t next = i + 1 < text.size() ? text[i + 1] : 0;
    if (unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
      base::append_utf8(out, 0x10000 + ((unit - 0xD800) << 10U) + (next - 0xDC00));
      ++i;
    } else {
      base::append_utf8(out, unit >= 0xD800 && unit < 0xE000 ? 0xFFFD : unit);
    }
  }
  return out;
}

std::string page_text(const poppler::page& page) {
  // Poppler counts from the corner of the crop box, whose sides change over when the page is
  // turned, and keeps what a printer wrote beside it. All of it is wanted.
  const poppler::rectf crop = page.page_rect(poppler::crop_box);
  const double side = crop.width() + crop.height();
  const poppler::rectf everything(-side, -side, 3 * side, 3 * side);
  std::string text =
      mend_text(to_utf8(page.text(everything, poppler::page::non_raw_non_physical_layout)));
  text.resize(text.find_last_not_of(" \n\f") + 1);
  return text;
}

}  // namespace

void load_converters() {
  // The conversions of poppler::ustring. One that is open stays loaded, so they are not closed.
  for (const auto& [to, from] : {std::pair("UTF-16", "UTF-8"), std::pair("UTF-8", "UTF-16")})
    static_cast<void>(iconv_open(to, from));
}

Outcome read_pages(std::string_view pdf, const std::function<bool(const std::string&)>& take) {
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  if (pdf.size() > INT_MAX) return Outcome::kRejected;
  const std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(pdf.data(), static_cast<int>(pdf.size())));
  if (!document || document->is_locked()) return Outcome::kRejected;
  bool any = false;
  for (int i = 0; i < document->pages(); ++i) {
    const std::unique_ptr<poppler::page> page(document->create_page(i));
    if (!page) continue;
    const std::string text = page_text(*page);
    any = any || is_readable(text);
    if (!take(text)) break;
  }
  return any ? Outcome::kText : Outcome::kNoText;
}

}  // namespace pdftext

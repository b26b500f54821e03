#include "tests/standin/paper_texts.h"

#include <algorithm>
#include <vector>

#include "common/base/text.h"
#include "tests/standin/text_forms.h"

namespace standin {
namespace {

constexpr std::size_t kLineBytes = 80;

/// A heading and its section, closed.
std::string section(std::string_view number, std::string_view title, std::string_view inside) {
  return "<section id=\"S" + std::string(number) +
         "\" class=\"ltx_section\"><h2 class=\"ltx_title ltx_title_section\"><span class=\"ltx_tag "
         "ltx_tag_section\">" +
         std::string(number) + " </span>" + std::string(title) +
         "</h2><div class=\"ltx_para\"><p class=\"ltx_p\">" + std::string(inside) +
         "</p></div></section>\n";
}

/// What can be shown in a string of a PDF.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : base::collapse_space(text)) {
    const bool shown = c >= ' ' && c <= '~' && c != '(' && c != ')' && c != '\\';
    out += shown ? c : '?';
  }
  return out;
}

/// Text operators that show `text` in lines, below one another.
std::string shown(std::string text) {
  std::string content = "BT /F1 10 Tf 14 TL 72 720 Td";
  while (!text.empty()) {
    const std::size_t end = text.size() > kLineBytes ? text.rfind(' ', kLineBytes) : text.size();
    const std::size_t size = end == std::string::npos || end == 0 ? kLineBytes : end;
    content += " (" + text.substr(0, size) + ") Tj T*";
    text.erase(0, std::min(text.size(), size + 1));
  }
  return content + " ET";
}

}  // namespace

std::string paper_page(const RawRecord& record) {
  std::string page = "<!DOCTYPE html><html><head><title>" + escaped(record.title) +
                     "</title></head><body><header class=\"site\">a site's header</header>\n"
                     "<article class=\"ltx_document\"><h1 class=\"ltx_title ltx_title_document\">" +
                     escaped(record.title) +
                     "</h1>\n<div class=\"ltx_abstract\"><p class=\"ltx_p\">" +
                     escaped(record.abstract) + "</p></div>\n";
  page += section("1", "Introduction",
                  "This is " + escaped(record.id) + " by " + escaped(record.authors) + ".");
  page += section("2", "Results",
                  "We find <math alttext=\"a&lt;b\" display=\"inline\"><mi>a</mi></math>, see "
                  "<a href=\"#S1\">above</a> and <img src=\"x1.png\" alt=\"a figure\">.");
  page +=
      "<section class=\"ltx_bibliography\"><h2 class=\"ltx_title ltx_title_bibliography\">"
      "References</h2></section>\n";
  return page + "</article><footer>a site's footer</footer></body></html>\n";
}

std::string paper_pdf(const RawRecord& record) {
  const std::string content =
      shown(plain(record.title + ". " + record.abstract + " This is " + record.id + "."));
  const std::vector<std::string> objects = {
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
      "/Contents 5 0 R >>",
      "<< /Length " + std::to_string(content.size()) + " >>\nstream\n" + content + "\nendstream"};
  std::string pdf = "%PDF-1.4\n";
  std::string table = "xref\n0 " + std::to_string(objects.size() + 1) + "\n0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string digits = std::to_string(pdf.size());
    table += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
    pdf += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  return pdf + table + "trailer\n<< /Size " + std::to_string(objects.size() + 1) +
         " /Root 1 0 R >>\nstartxref\n" + std::to_string(pdf.size()) + "\n%%EOF\n";
}

}  // namespace standin

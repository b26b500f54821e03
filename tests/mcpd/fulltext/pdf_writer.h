#pragma once

#include <string>
#include <vector>

namespace testing {

/// A PDF that shows each of `texts` on a page of its own, in one line. They hold no parentheses.
inline std::string make_pdf(const std::vector<std::string>& texts) {
  std::string pdf = "%PDF-1.4\n";
  std::vector<std::size_t> offsets;
  const auto add = [&](const std::string& body) {
    offsets.push_back(pdf.size());
    pdf += std::to_string(offsets.size()) + " 0 obj\n" + body + "\nendobj\n";
  };
  std::string kids;
  for (std::size_t i = 0; i < texts.size(); ++i)
    kids += std::to_string(4 + 2 * i) + " 0 R ";
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add("<< /Type /Pages /Kids [" + kids + "] /Count " + std::to_string(texts.size()) + " >>");
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const std::string& text : texts) {
    const std::string content = "BT /F1 12 Tf 72 720 Td (" + text + ") Tj ET";
    add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> "
        ">> "
        "/Contents " +
        std::to_string(offsets.size() + 2) + " 0 R >>");
    add("<< /Length " + std::to_string(content.size()) + " >>\nstream\n" + content + "\nendstream");
  }
  const std::size_t table = pdf.size();
  pdf += "xref\n0 " + std::to_string(offsets.size() + 1) + "\n0000000000 65535 f \n";
  for (const std::size_t offset : offsets) {
    const std::string digits = std::to_string(offset);
    pdf += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
  }
  return pdf + "trailer\n<< /Size " + std::to_string(offsets.size() + 1) +
         " /Root 1 0 R >>\nstartxref\n" + std::to_string(table) + "\n%%EOF\n";
}

}  // namespace testing

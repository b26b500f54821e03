#pragma once

/// Sentences by which a page tells that it holds no paper (contract 5.4, decision 54).

#include <string_view>

namespace fulltext {

/// True of text that is more than white space and ar5iv's notice of an aborted conversion.
bool is_content(std::string_view text);

/// True of text that lists the papers or files which stand in for one paper.
bool tells_file_list(std::string_view text);

/// True when `body` ends with the sentence that LaTeXML writes, before a link to the file, for the
/// pages of a PDF which a paper includes: `See pages 1-last of`.
bool ends_with_included_pdf(std::string_view body);

}  // namespace fulltext

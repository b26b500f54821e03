#pragma once

/// What a read answers (contract 1.3, decisions 3 to 5): one JSON form, one text form, both with
/// every fact.

#include <string>

#include "mcpd/reading/view.h"
#include "mcpd/tools/paper_reader.h"

namespace tools {

/// The schema of read_json.
const std::string& read_schema();

std::string read_json(const ReadPaper& read, const reading::View& view);
std::string read_text(const ReadPaper& read, const reading::View& view);

}  // namespace tools

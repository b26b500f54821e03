#pragma once

/// One answer to ListRecords (contract 11.2). Pure; the memory it takes ends with the call.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harvestd/writer/record.h"

namespace harvest {

/// A page of the list, ready to be stored.
struct Page {
  std::vector<mirror::Change> changes;  ///< records and tombstones in the page's order
  std::vector<std::string> datestamps;  ///< `YYYY-MM-DD`, one for each of changes
  std::int64_t records = 0;
  std::int64_t tombstones = 0;
  std::int64_t skipped = 0;               ///< records that hold no arXivRaw
  std::string last_datestamp;             ///< the greatest `YYYY-MM-DD` of changes; empty: none
  std::optional<std::string> token;       ///< where the list goes on; nothing on its last page
  std::optional<std::int64_t> list_size;  ///< completeListSize, when sent
  std::string answered_on;  ///< the day of responseDate by arXiv's clock; empty when not sent
};

/// arXiv does not know the token any more (badResumptionToken); holds its words.
struct TokenRejected {
  std::string text;
};

/// Nothing has changed in the window asked for (noRecordsMatch); holds arXiv's words.
struct NoRecords {
  std::string text;
};

using Answer = std::variant<Page, TokenRejected, NoRecords>;

/// Reads `body`. A page is read whole or refused whole. Throws Fault:
///   kSerialization  not one well-formed UTF-8 XML document whose root is OAI-PMH, or an answer to
///                   another verb;
///   kValidation     another OAI-PMH error, its code in the data as `oai_code`; or a record that
///                   lacks a well-formed id or datestamp.
Answer parse_page(std::string_view body);

}  // namespace harvest

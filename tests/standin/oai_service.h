#pragma once

/// arXiv's OAI-PMH service over a listing, as arxiv-facts 1.1 to 1.4 describe it: ListRecords with
/// offset tokens over a list that each request recomputes, GetRecord and Identify, for the format
/// arXivRaw. Sets, the other verbs and the other formats are refused with the protocol's errors.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "common/base/clock.h"
#include "tests/standin/answer.h"
#include "tests/standin/corpus.h"
#include "tests/standin/text_forms.h"

namespace standin {

/// What a list request asks for, and where in that list it begins.
struct ListSelection {
  Listing::Day from;
  Listing::Day until;
  std::size_t skip = 0;
  bool by_token = false;
  bool operator==(const ListSelection&) const = default;
};

/// A token's text, decoded: `verb=ListRecords&metadataPrefix=arXivRaw&from=2026-09-01&skip=1300`.
std::string token_text(const ListSelection& selection);

/// Where the page behind this one begins, or nothing when the list ends here. `days` are those of
/// the page's records and of the one behind them, if there is one; a page that ends on a later day
/// than it began moves `from` (arxiv-facts 1.3).
std::optional<ListSelection> next_selection(const ListSelection& selection,
                                            const std::vector<std::chrono::sys_days>& days,
                                            std::size_t page_size);

class OaiService {
 public:
  struct Options {
    std::string base_url;  ///< as the answers name it
    std::size_t page_size = 1300;
    base::WallClock clock = base::wall_now;
  };
  /// `listing` has to outlive the service. Any thread may call it.
  OaiService(const Listing& listing, Options options);

  /// The whole answer; protocol errors are documents too.
  Answer answer(const Arguments& arguments) const;

 private:
  std::string respond(const Arguments& arguments, std::string_view verb) const;
  std::string identify(const Arguments& arguments) const;
  std::string get_record(const Arguments& arguments) const;
  std::string list_records(const Arguments& arguments) const;
  ListSelection read_arguments(const Arguments& arguments) const;
  ListSelection read_token(const std::string& token) const;
  Listing::Day read_day(const Arguments& arguments, std::string_view name) const;
  std::string envelope(const Arguments& echoed, std::string_view content) const;

  const Listing& listing_;
  Options options_;
};

}  // namespace standin

#pragma once

/// Questions to arXiv's search API.

#include <chrono>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/arxiv/paper.h"
#include "common/arxiv/paper_id.h"
#include "common/base/deadline.h"
#include "common/http/client.h"
#include "mcpd/live/atom.h"

namespace live {

/// The papers that answer `ids`, one slot each, in their order (contract 4.7): a pinned identifier
/// takes exactly that version, another the highest one offered.
std::vector<std::optional<arxiv::Paper>> match_papers(std::span<const arxiv::PaperId> ids,
                                                      const std::vector<arxiv::Paper>& papers);

/// `<base>/query?` with the parameters in order, encoded as arXiv reads them fastest: `:` and `,`
/// as they are, a blank as %20 (contract 4.1).
std::string query_url(std::string_view base_url,
                      const std::vector<std::pair<std::string_view, std::string>>& parameters);

/// Safe to use from several threads; sends nothing before the first question.
class ApiClient {
 public:
  /// `http` outlives this. `timeout` bounds each exchange, its body included.
  ApiClient(http::Client& http, std::string base_url, std::chrono::milliseconds timeout)
      : http_(http), base_url_(std::move(base_url)), timeout_(timeout) {}

  /// Looks `ids` (at least one, distinct) up in one request; a slot stays empty when arXiv knows no
  /// such paper or version. Throws Fault as read_answer and http::Client::get do.
  std::vector<std::optional<arxiv::Paper>> look_up(std::span<const arxiv::PaperId> ids,
                                                   base::Deadline deadline,
                                                   const std::stop_token& stop);

 private:
  /// One exchange. Every request of this client goes through here.
  Feed ask(const std::string& url, base::Deadline deadline, const std::stop_token& stop);

  http::Client& http_;
  std::string base_url_;
  std::chrono::milliseconds timeout_;
};

}  // namespace live

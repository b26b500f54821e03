#include "mcpd/live/api_client.h"

#include "common/base/text.h"
#include "mcpd/live/api_answer.h"

namespace live {
namespace {

constexpr std::size_t kMaximumFeedBytes = 16UL << 20;
constexpr std::string_view kAccept = "application/atom+xml, application/xml";

std::string encode(std::string_view text) {
  std::string encoded;
  for (const char& c : text) {
    encoded += c == ':' || c == ',' ? std::string(1, c) : http::encode_component({&c, 1});
  }
  return encoded;
}

bool answers(const arxiv::PaperId& asked, const arxiv::PaperId& offered) {
  return asked.base == offered.base && (!asked.is_pinned() || asked.version == offered.version);
}

}  // namespace

std::vector<std::optional<arxiv::Paper>> match_papers(std::span<const arxiv::PaperId> ids,
                                                      const std::vector<arxiv::Paper>& papers) {
  std::vector<std::optional<arxiv::Paper>> slots(ids.size());
  std::vector<int> versions(ids.size(), -1);
  for (const arxiv::Paper& paper : papers) {
    const auto offered = arxiv::parse_paper_id(paper.id);
    if (!offered) continue;
    for (std::size_t at = 0; at < ids.size(); ++at) {
      if (!answers(ids[at], *offered) || offered->version <= versions[at]) continue;
      slots[at] = paper;
      versions[at] = offered->version;
    }
  }
  return slots;
}

std::string query_url(std::string_view base_url,
                      const std::vector<std::pair<std::string_view, std::string>>& parameters) {
  std::string url = std::string(base_url) + "/query";
  char separator = '?';
  for (const auto& [name, value] : parameters) {
    url += separator;
    url += encode(name) + '=' + encode(value);
    separator = '&';
  }
  return url;
}

Feed ApiClient::ask(const std::string& url, base::Deadline deadline, const std::stop_token& stop) {
  http::Request request;
  request.url = url;
  request.accept = kAccept;
  request.timeout = timeout_;
  request.max_body_bytes = kMaximumFeedBytes;
  return read_answer(http_.get(request, deadline, stop), url);
}

std::vector<std::optional<arxiv::Paper>> ApiClient::look_up(std::span<const arxiv::PaperId> ids,
                                                            base::Deadline deadline,
                                                            const std::stop_token& stop) {
  std::vector<std::string> names;
  for (const arxiv::PaperId& id : ids)
    names.push_back(id.canonical());
  const std::string url = query_url(base_url_, {{"id_list", base::join(names, ",")},
                                                {"max_results", std::to_string(names.size())}});
  return match_papers(ids, ask(url, deadline, stop).papers);
}

}  // namespace live

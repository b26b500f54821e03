#include "mcpd/live/api_query.h"

#include <algorithm>

#include "common/base/text.h"
#include "common/http/client.h"

namespace live {
namespace {

using arxiv::PaperId;

std::string encode(std::string_view text) {
  std::string encoded;
  for (const char& c : text) {
    encoded += c == ':' || c == ',' ? std::string(1, c) : http::encode_component({&c, 1});
  }
  return encoded;
}

bool is_old_style_pin(const PaperId& id) {
  return id.is_old_style() && id.is_pinned();
}

PaperId unpinned(const PaperId& id) {
  return {id.base, 0};
}

bool answers(const PaperId& asked, const PaperId& offered) {
  return asked.base == offered.base && (!asked.is_pinned() || asked.version == offered.version);
}

std::string_view name_of(SearchQuestion::Sort sort) {
  switch (sort) {
    case SearchQuestion::Sort::kSubmitted:
      return "submittedDate";
    case SearchQuestion::Sort::kUpdated:
      return "lastUpdatedDate";
    case SearchQuestion::Sort::kRelevance:
      break;
  }
  return "relevance";
}

/// The outcome of a pinned identifier when arXiv was asked for the latest version.
Found resolve_pin(const PaperId& pin, Found latest) {
  if (!latest.paper) return {};
  const auto offered = arxiv::parse_paper_id(latest.paper->id);
  if (offered->version == pin.version) return latest;
  if (offered->version < pin.version) return {};
  return {std::nullopt, offered->version};
}

}  // namespace

std::int64_t page_size(const SearchQuestion& question) {
  const std::int64_t left = std::max<std::int64_t>(kReachableResults - question.start, 0);
  return std::min({question.limit, kLargestPage, left});
}

std::vector<Found> match_papers(std::span<const PaperId> ids,
                                const std::vector<arxiv::Paper>& papers) {
  std::vector<Found> slots(ids.size());
  std::vector<int> versions(ids.size(), -1);
  for (const arxiv::Paper& paper : papers) {
    const auto offered = arxiv::parse_paper_id(paper.id);
    if (!offered) continue;
    for (std::size_t at = 0; at < ids.size(); ++at) {
      if (!answers(ids[at], *offered) || offered->version <= versions[at]) continue;
      slots[at].paper = paper;
      versions[at] = offered->version;
    }
  }
  return slots;
}

std::vector<Found> match_latest(std::span<const PaperId> ids,
                                const std::vector<arxiv::Paper>& papers) {
  std::vector<PaperId> asked(ids.begin(), ids.end());
  for (PaperId& id : asked) {
    if (is_old_style_pin(id)) id = unpinned(id);
  }
  std::vector<Found> slots = match_papers(asked, papers);
  for (std::size_t at = 0; at < ids.size(); ++at) {
    if (is_old_style_pin(ids[at])) slots[at] = resolve_pin(ids[at], std::move(slots[at]));
  }
  return slots;
}

std::vector<PaperId> without_old_style_pins(std::span<const PaperId> ids) {
  std::vector<PaperId> asked;
  for (const PaperId& id : ids) {
    const PaperId name = is_old_style_pin(id) ? unpinned(id) : id;
    if (std::find(asked.begin(), asked.end(), name) == asked.end()) asked.push_back(name);
  }
  return asked;
}

bool has_old_style_pin(std::span<const PaperId> ids) {
  return std::any_of(ids.begin(), ids.end(), is_old_style_pin);
}

std::string search_url(std::string_view base_url, const SearchQuestion& question) {
  return query_url(base_url, {{"search_query", question.query},
                              {"start", std::to_string(question.start)},
                              {"max_results", std::to_string(page_size(question))},
                              {"sortBy", std::string(name_of(question.sort))},
                              {"sortOrder", question.ascending ? "ascending" : "descending"}});
}

std::string lookup_url(std::string_view base_url, std::span<const PaperId> ids) {
  std::vector<std::string> names;
  for (const PaperId& id : ids)
    names.push_back(id.canonical());
  return query_url(base_url, {{"id_list", base::join(names, ",")},
                              {"max_results", std::to_string(names.size())}});
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

}  // namespace live

#include "harvestd/oai/request.h"

#include "common/http/client.h"

namespace harvest {

std::string list_records_url(std::string_view base_url, const ListPosition& position) {
  std::string url(base_url);
  url += base_url.find('?') == std::string_view::npos ? '?' : '&';
  url += "verb=ListRecords";
  if (position.token) return url + "&resumptionToken=" + http::encode_form(*position.token);
  url += "&metadataPrefix=arXivRaw";
  if (position.from) url += "&from=" + http::encode_form(*position.from);
  return url;
}

}  // namespace harvest

#pragma once

/// What an answer of arXiv's API means. Pure, so that every case of contract 4.4 is a table row of
/// a test.

#include <array>

#include "common/http/client.h"
#include "mcpd/live/atom.h"

namespace live {

/// Statuses by which arXiv asks for patience (decision 43).
inline constexpr std::array<long, 2> kThrottleStatuses = {429, 406};

/// The feed in `response`, which was asked of `url`, with the first `most` of its entries. Throws
/// Fault in the order of contract 4.4:
///   kServiceUnavailable  any 5xx, or a blank body;
///   kRateLimited         429, 406, or the text "Rate exceeded." with status 200;
///   kInvalidRequest      any other status than 2xx, or a feed that only reports an error
///                        (decision 50);
///   kSerialization       another content type than XML, XML that is no feed, or a feed with
///                        entries of which none can be read.
/// The data holds `status`, `url`, the body's first 500 characters and a Retry-After as it came.
Feed read_answer(const http::Response& response, const std::string& url,
                 std::size_t most = kAllEntries);

}  // namespace live

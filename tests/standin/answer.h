#pragma once

#include <string>

namespace standin {

/// What a service answers to one request.
struct Answer {
  int status = 200;
  std::string content_type = "text/plain";
  std::string body;
  std::string retry_after = {};  ///< the header's text; empty: no such header
  std::string location = {};     ///< likewise
};

}  // namespace standin

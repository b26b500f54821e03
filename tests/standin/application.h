#pragma once

/// The stand-in without its sockets: what each request is answered, and how.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tests/standin/answer.h"
#include "tests/standin/atom_service.h"
#include "tests/standin/content_service.h"
#include "tests/standin/corpus.h"
#include "tests/standin/faults.h"
#include "tests/standin/oai_service.h"
#include "tests/standin/request_log.h"
#include "tests/standin/stall_gate.h"
#include "tests/standin/text_forms.h"

namespace standin {

struct HttpRequest {
  std::string method;
  std::string target;  ///< path and query as they came
  std::string form;    ///< a POST's form, or empty
  std::string user_agent;
};

struct Reply {
  Answer answer;
  Delivery delivery;
  std::shared_ptr<void> open;  ///< the log notes the request's end when the last copy goes
  std::function<void()> before_last_bytes;  ///< to be called then, where there is an answer
  std::uint64_t releases = 0;               ///< of the stall gate, before the request was logged
};

/// `/oai`, `/api/query`, `/html/`, `/ar5iv/`, `/pdf/` and `/control/...`. Any thread may call.
class Application {
 public:
  struct Options {
    std::string base_url;  ///< `http://127.0.0.1:PORT`
    std::size_t page_size = 1300;
    std::optional<std::string> fixed_answer;  ///< the bytes every /oai request is answered
    std::string log_file;                     ///< empty: none
    ContentFolders content;
  };
  /// `corpus` has to outlive the application.
  Application(const Corpus& corpus, const Options& options);

  Reply reply(const HttpRequest& request);
  void add_fault(FaultRule rule) { faults_.add(std::move(rule)); }
  StallGate& gate() { return gate_; }
  /// Ends every stall and wait, also later ones.
  void shut_down();

 private:
  Answer serve(std::string_view path, const Arguments& arguments);
  Answer control(std::string_view command, const Arguments& arguments);
  Answer add_rule(const Arguments& arguments);
  Answer modify(const Arguments& arguments);
  Answer wait(const Arguments& arguments);

  Listing listing_;
  OaiService oai_;
  AtomService atom_;
  ContentService content_;
  std::optional<std::string> fixed_answer_;
  FaultBook faults_;
  RequestLog log_;
  StallGate gate_;
};

}  // namespace standin

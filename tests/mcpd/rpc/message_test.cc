#include "mcpd/rpc/message.h"

#include <doctest/doctest.h>

namespace {

using rpc::Id;
using rpc::Kind;

rpc::Message classify(std::string_view text, json::Document& document) {
  document = std::move(*json::parse(std::string(text)));
  return rpc::classify(document);
}

TEST_CASE("ids keep their type") {
  CHECK(Id(1) == Id(1));
  CHECK(Id(1) != Id("1"));
  CHECK(Id(0).to_json() == "0");
  CHECK(Id("0").to_json() == "\"0\"");
  CHECK(Id("a\n\"").to_json() == R"("a\n\"")");
  CHECK(Id(std::string("a\0b", 3)) != Id("a"));
}

TEST_CASE("an id that would be repeated at length is unreadable") {
  json::Document document;
  const auto request = [&](std::size_t size) {
    return classify(R"({"jsonrpc":"2.0","method":"x","id":")" + std::string(size, 'i') + "\"}",
                    document);
  };
  CHECK(request(rpc::kMaximumIdBytes).kind == Kind::kRequest);
  CHECK(request(rpc::kMaximumIdBytes + 1).kind == Kind::kIgnored);
}

TEST_CASE("what a message holds") {
  json::Document document;
  SUBCASE("a request") {
    const auto message =
        classify(R"({"jsonrpc":"2.0","id":7,"method":"a\u0000b","params":{"x":1}})", document);
    CHECK(message.kind == Kind::kRequest);
    CHECK(message.id == Id(7));
    CHECK(message.method == std::string("a\0b", 3));
    REQUIRE(message.params != nullptr);
    CHECK(json::find(*message.params, "x")->GetInt() == 1);
  }
  SUBCASE("a notification") {
    const auto message = classify(R"({"jsonrpc":"2.0","method":"m","params":null})", document);
    CHECK(message.kind == Kind::kNotification);
    CHECK(!message.id);
    CHECK(message.params == nullptr);
  }
  SUBCASE("what is refused says why") {
    const auto message = classify(R"({"jsonrpc":"2.0","id":7,"method":"m","params":1})", document);
    CHECK(message.kind == Kind::kRefused);
    CHECK(message.code == base::Code::kInvalidParams);
    CHECK(!message.why.empty());
  }
  SUBCASE("what is ignored says why") {
    const auto message = classify("[]", document);
    CHECK(message.kind == Kind::kIgnored);
    CHECK(!message.why.empty());
  }
}

TEST_CASE("lines out") {
  CHECK(rpc::result_line(1, {"{", "\"a\":1", "}"}) ==
        R"({"jsonrpc":"2.0","id":1,"result":{"a":1}})");
  CHECK(rpc::error_line(std::string("a"), -32601, "No \"x\"\n", "") ==
        R"({"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"No \"x\"\n"}})");
  CHECK(rpc::error_line(1, -1, "m", "[1]") ==
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m","data":[1]}})");
  CHECK(rpc::notification_line("n", R"({"a":1})") ==
        R"({"jsonrpc":"2.0","method":"n","params":{"a":1}})");
}

}  // namespace

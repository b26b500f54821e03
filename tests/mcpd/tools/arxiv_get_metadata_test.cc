#include <doctest/doctest.h>

#include "tests/mcpd/surface_setting.h"

namespace {

using base::Code;
using base::Fault;
using testing::holds;
using testing::joined;

TEST_CASE("contract 1.2: lone ids, JSON in a text, and lists") {
  const testing::SurfaceSetting setting;
  const struct {
    const char* given;
    const char* prepared;
  } kCases[] = {
      {R"({"paper_ids":"2401.00001"})", R"({"paper_ids":["2401.00001"]})"},
      {R"({"paper_ids":" 2401.00001\n"})", R"({"paper_ids":["2401.00001"]})"},
      {R"({"paper_ids":"   "})", R"({"paper_ids":[""]})"},
      {R"({"ids":"2401.00001"})", R"({"ids":["2401.00001"]})"},
      {R"({"paper_ids":[" 2401.00001 ",5," "]})", R"({"paper_ids":["2401.00001",5,""]})"},
      // The protocol layer's general repairs decide on these.
      {R"({"paper_ids":"[\"2401.00001\"]"})", R"({"paper_ids":"[\"2401.00001\"]"})"},
      {R"({"paper_ids":"2401.00001,2401.00002"})", R"({"paper_ids":"2401.00001,2401.00002"})"},
      {R"({"paper_ids":"2401.00001\n2401.00002"})", R"({"paper_ids":"2401.00001\n2401.00002"})"},
      {R"({"paper_ids":7})", R"({"paper_ids":7})"},
      {R"([1])", R"([1])"},
  };
  for (const auto& [given, prepared] : kCases) {
    json::Document document = json::parse(given).value();
    setting.tool("arxiv_get_metadata").prepare(document);
    CHECK(json::write(document) == prepared);
  }
}

TEST_CASE("item 126: papers found, missed and left over are on both surfaces") {
  const testing::SurfaceSetting setting;
  std::string ids = R"("2401.00001","bad","2401.00002v7")";
  for (int number = 100; number < 110; ++number)
    ids += ",\"2402.00" + std::to_string(number) + '"';
  const auto result = setting.call("arxiv_get_metadata", "{\"paper_ids\":[" + ids + "]}");
  const std::string text = joined(result.texts);
  CHECK(text.starts_with("Found 1 of 11 papers.\n\n**Graph networks**\n"));
  CHECK(holds(text,
              "\n\nNot found:\n- bad (invalid_id)\n- 2401.00002v7 (version_not_in_mirror): "
              "The mirror holds version 1.\n- 2402.00100 (not_in_mirror)\n"));
  CHECK(holds(text, "Not looked up, call again with: 2402.00108, 2402.00109"));
  CHECK(holds(text, "**Source:** mirror\n**As Of:** 2024-02-01"));
  CHECK(holds(result.structured, R"("totalSucceeded":1,"not_found":[{"id":"bad","reason":)"
                                 R"("invalid_id"},{"id":"2401.00002v7","reason":)"
                                 R"("version_not_in_mirror","detail":"The mirror holds version )"
                                 R"(1."},{"id":"2402.00100","reason":"not_in_mirror"},)"));
  CHECK(holds(result.structured, R"("remaining_ids":["2402.00108","2402.00109"])"));
  CHECK(holds(result.structured, R"("source":"mirror","asOf":"2024-02-01")"));
}

TEST_CASE("a call that finds nothing fails for its reason, naming every id") {
  const testing::SurfaceSetting setting;
  const struct {
    const char* ids;
    Code code;
    const char* reason;
  } kCases[] = {
      {R"(["bad","worse"])", Code::kValidation, "invalid_id"},
      {R"(["2401.99999"])", Code::kNotFound, "no_match"},
      {R"(["2401.00001v1"])", Code::kServiceUnavailable, "version_unavailable"},
      {R"(["2401.00001v1","2401.00002v2"])", Code::kServiceUnavailable, "version_unavailable"},
      {R"(["2401.00001v1","2401.99999"])", Code::kNotFound, "no_match"},
      {R"(["2401.00001v1","bad"])", Code::kNotFound, "no_match"},
  };
  for (const auto& [ids, code, reason] : kCases) {
    CAPTURE(ids);
    const Fault fault =
        setting.failure_of("arxiv_get_metadata", std::string("{\"paper_ids\":") + ids + "}");
    CHECK(fault.code() == code);
    CHECK(fault.reason() == reason);
    CHECK_FALSE(fault.retryable().has_value());
    const auto& named = std::get<std::vector<std::string>>(*fault.find("ids"));
    CHECK(named.size() ==
          std::get<std::vector<base::FaultRecord>>(*fault.find("not_found")).size());
    // A client that is given the text alone learns as much of each id.
    for (const base::FaultRecord& miss :
         std::get<std::vector<base::FaultRecord>>(*fault.find("not_found"))) {
      for (const auto& [member, value] : miss)
        CHECK(holds(fault.message(), value));
    }
  }
}

}  // namespace

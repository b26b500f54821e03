#include "harvestd/oai/request.h"

#include <doctest/doctest.h>

using harvest::list_records_url;
using harvest::ListPosition;

TEST_CASE("a list begins with the metadata prefix, and with a day when there is one") {
  const std::string base = "https://oaipmh.arxiv.org/oai";
  CHECK(list_records_url(base, {}) == base + "?verb=ListRecords&metadataPrefix=arXivRaw");
  CHECK(list_records_url(base, {std::nullopt, "2026-10-06"}) ==
        base + "?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-10-06");
}

TEST_CASE("a list goes on with verb and token alone, the token form-encoded") {
  struct Row {
    std::string token;
    const char* encoded;
  };
  const Row rows[] = {
      {"726959|1001", "726959%7C1001"},
      {"verb%3DListRecords%26skip%3D1300", "verb%253DListRecords%2526skip%253D1300"},
      {"from=2026-10-06&skip=1300", "from%3D2026-10-06%26skip%3D1300"},
      {"a b+c", "a+b%2Bc"},
      {"\xC3\xA9", "%C3%A9"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.token);
    // A day beside the token is passed over.
    CHECK(list_records_url("http://127.0.0.1/oai", {row.token, "2026-10-06"}) ==
          std::string("http://127.0.0.1/oai?verb=ListRecords&resumptionToken=") + row.encoded);
  }
}

TEST_CASE("a base address with a query of its own keeps it") {
  CHECK(list_records_url("http://127.0.0.1/oai?key=7", {}) ==
        "http://127.0.0.1/oai?key=7&verb=ListRecords&metadataPrefix=arXivRaw");
}

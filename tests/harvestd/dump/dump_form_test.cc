#include "harvestd/dump/dump_form.h"

#include <doctest/doctest.h>

namespace {

using namespace std::string_literals;

TEST_CASE("what is no lines of JSON is told by its beginning, with what to do") {
  struct Case {
    std::string begin;
    std::string says;
  };
  const Case cases[] = {
      {"\xFD"
       "7zXZ\0\0\x04"s,
       "is compressed with xz: `xz -dc FILE | harvestd import -`"},
      {"\x28\xB5\x2F\xFD\x04"s, "is compressed with zstd"},
      {"\x04\x22\x4D\x18\x64"s, "is compressed with lz4"},
      {"BZh91AY&SY", "is compressed with bzip2"},
      {"\x1F\x8B\x08"s, "is compressed with gzip twice"},
      {"PK\x03\x04\x14"s, "is a zip archive: `unzip -p FILE | harvestd import -`"},
      {"PK\x05\x06\0\0"s, "is an empty zip archive"},
      {"7z\xBC\xAF\x27\x1C\0"s, "is a 7z archive"},
      {"papers.json" + std::string(246, '\0') + "ustar  \0"s, "is a tar archive"},
      {"SQLite format 3\0\x10"s, "is an SQLite database. A mirror needs no import"},
      {"\xFF\xFE{\0\"\0"s, "is in UTF-16"},
      {"\xFE\xFF\0{"s, "is in UTF-16"},
      {"\xFF\xFE\0\0{\0\0\0"s, "is in UTF-32"},
      {"{\0\"\0"s, "is in UTF-16"},
      {"\0{\0\""s, "is in UTF-16"},
      {"<?xml version=\"1.0\"?>\n<OAI-PMH>", "is XML"},
      {"<feed>", "is XML"},
      {"\n <!DOCTYPE HTML>\n", "is a page of HTML"},
      {"<html lang=\"en\">", "is a page of HTML"},
      {"[{\"id\":\"2401.00001\"},", "is one JSON list: `jq -c '.[]' FILE | harvestd import -`"},
      {"\n[\n  {\n", "is one JSON list"},
      {"{\n  \"id\": \"2401.00001\",\n", "holds JSON objects of several lines: `jq -c ."},
      {"{ \"id\": \"2401.00001\",\r\n", "holds JSON objects of several lines"},
      {"{\"papers\": [\n", "holds JSON objects of several lines"},
      {"id,title,authors\n2401.00001,T,A\n", "seems to be a table (CSV)"},
      {"2401.00001\tT\tA\n", "seems to be a table (CSV)"},
      {"\"id\";\"title\"", "seems to be a table (CSV)"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.says);
    CHECK(mirror::other_form(one.begin).value_or("").starts_with(one.says));
  }
}

TEST_CASE("lines of JSON, and what is nothing known, are read line by line") {
  for (const std::string begin : {"", "\n", "{}", "{\"id\":\"2401.00001\",\"title\":\"T\"}\n{",
                                  "  {\"id\":1}\n", "{", "{,", "no JSON\n", "7\n", "null"}) {
    CAPTURE(begin);
    CHECK_FALSE(mirror::other_form(begin));
  }
}

}  // namespace

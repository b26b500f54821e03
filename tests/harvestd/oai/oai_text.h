#pragma once

/// OAI-PMH answers in a few words, for tests.

#include <string>

namespace testing {

/// An answer around `content`.
inline std::string envelope(const std::string& content) {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<responseDate>2026-10-06T00:00:00Z</responseDate><request verb="ListRecords"/>)" +
         content + "</OAI-PMH>\n";
}

/// A page of `records` and what follows them, a token perhaps.
inline std::string list(const std::string& records, const std::string& after = "") {
  return envelope("<ListRecords>" + records + after + "</ListRecords>");
}

inline std::string header(const std::string& id, const std::string& datestamp) {
  return "<header><identifier>oai:arXiv.org:" + id + "</identifier><datestamp>" + datestamp +
         "</datestamp></header>";
}

/// A record whose arXivRaw element holds `fields`.
inline std::string record(const std::string& id, const std::string& datestamp,
                          const std::string& fields) {
  return "<record>" + header(id, datestamp) +
         R"(<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">)" + fields +
         "</arXivRaw></metadata></record>";
}

/// A complete, plain record.
inline std::string plain_record(const std::string& id, const std::string& datestamp) {
  return record(id, datestamp,
                "<id>" + id +
                    "</id><version version=\"v1\"><date>Mon, 22 Jan 2024 18:59:01 GMT</date>"
                    "</version><title>A title</title><authors>Ada Quill</authors>"
                    "<categories>math.NA</categories><abstract>A text.</abstract>");
}

inline std::string tombstone(const std::string& id, const std::string& datestamp) {
  return "<record><header status=\"deleted\"><identifier>oai:arXiv.org:" + id +
         "</identifier><datestamp>" + datestamp + "</datestamp></header></record>";
}

}  // namespace testing

#include "tests/standin/generated_corpus.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "common/arxiv/paper_id.h"
#include "common/base/clock.h"
#include "common/base/text.h"
#include "tests/standin/paper_writer.h"
#include "tests/standin/raw_record.h"

using standin::GeneratedCorpus;
using standin::RawRecord;

namespace {

std::string record_of(const GeneratedCorpus& corpus, std::size_t index) {
  return corpus.record(index, base::to_date(corpus.modified(index)));
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// How many of `records` have a property.
template <class Property>
long count(const std::vector<RawRecord>& records, Property property) {
  return std::count_if(records.begin(), records.end(), property);
}

std::vector<RawRecord> all_records(const GeneratedCorpus& corpus) {
  std::vector<RawRecord> records;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    auto record = standin::read_record(record_of(corpus, i));
    REQUIRE(record);
    records.push_back(std::move(*record));
  }
  return records;
}

}  // namespace

TEST_CASE("equal seeds give equal corpora, other seeds others") {
  const GeneratedCorpus a({300, 3, 7});
  const GeneratedCorpus b({300, 3, 7});
  const GeneratedCorpus other({300, 3, 8});
  std::size_t same_as_other = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(record_of(a, i) == record_of(b, i));
    if (record_of(a, i) == record_of(other, i)) ++same_as_other;
  }
  CHECK(same_as_other == 0);
}

TEST_CASE("identifiers are unique and found again, and the list is in order") {
  const GeneratedCorpus corpus({20000, 0, 1});
  std::set<std::string> ids;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    const std::string id = corpus.id(i);
    CHECK(ids.insert(id).second);
    CHECK(corpus.find(id) == i);
    if (i > 0) CHECK(corpus.modified(i - 1) <= corpus.modified(i));
  }
  CHECK_FALSE(corpus.find("2512.99999"));
  CHECK_FALSE(corpus.find("nothing"));
  CHECK(base::to_date(corpus.modified(0)) == "2005-09-16");
  CHECK(base::to_date(corpus.modified(999)) == "2005-09-16");
  CHECK(base::to_date(corpus.modified(1000)) > "2005-09-16");
  CHECK(base::to_date(corpus.modified(19999)) <= "2025-12-31");
}

TEST_CASE("tombstones are spread among the papers") {
  const GeneratedCorpus corpus({100, 10, 1});
  CHECK(corpus.size() == 110);
  std::size_t deleted = 0;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    if (corpus.is_deleted(i)) ++deleted;
    const std::string record = record_of(corpus, i);
    CHECK(corpus.is_deleted(i) == holds(record, "<header status=\"deleted\">"));
    CHECK(corpus.is_deleted(i) != holds(record, "<arXivRaw"));
  }
  CHECK(deleted == 10);
}

TEST_CASE("each record is coherent") {
  const GeneratedCorpus corpus({3000, 0, 5});
  const std::vector<RawRecord> records = all_records(corpus);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const RawRecord& record = records[i];
    CAPTURE(record.id);
    CHECK(record.id == corpus.id(i));
    CHECK(arxiv::parse_paper_id(record.id)->canonical() == record.id);
    CHECK(std::is_sorted(record.versions.begin(), record.versions.end()));
    CHECK(record.versions.size() >= 1);
    CHECK(record.versions.size() <= 5);
    CHECK(record.versions.back() <= corpus.modified(i));
    CHECK_FALSE(record.title.empty());
    CHECK_FALSE(record.authors.empty());
    CHECK_FALSE(record.categories.empty());
    CHECK_FALSE(holds(record.title + record.abstract + record.authors, "{q}"));
  }
}

TEST_CASE("a corpus holds what makes real records hard to read") {
  const std::vector<RawRecord> records = all_records(GeneratedCorpus({3000, 0, 5}));
  const struct {
    std::string_view what;
    long least;
    bool (*property)(const RawRecord&);
  } rows[] = {
      {"old ids", 500, [](const RawRecord& r) { return holds(r.id, "/"); }},
      {"new ids", 1000, [](const RawRecord& r) { return !holds(r.id, "/"); }},
      {"five versions", 30, [](const RawRecord& r) { return r.versions.size() == 5; }},
      {"TeX names", 500, [](const RawRecord& r) { return holds(r.authors, "\\"); }},
      {"TeX titles", 100, [](const RawRecord& r) { return holds(r.title, "\\"); }},
      {"broken titles", 100, [](const RawRecord& r) { return holds(r.title, "\n  "); }},
      {"et al", 30, [](const RawRecord& r) { return r.authors.ends_with(", et al"); }},
      {"collaborations", 30, [](const RawRecord& r) { return holds(r.authors, "Collaboration"); }},
      {"affiliations", 100, [](const RawRecord& r) { return holds(r.authors, " ((1) "); }},
      {"many authors", 5,
       [](const RawRecord& r) { return base::split(r.authors, ',').size() > 55; }},
      {"alias pairs", 50, [](const RawRecord& r) { return holds(r.categories, "math.NA cs.NA"); }},
      {"closed archives", 5,
       [](const RawRecord& r) { return holds(r.categories, "alg-geom math"); }},
      {"no comment", 300, [](const RawRecord& r) { return r.comments.empty(); }},
      {"no abstract", 1, [](const RawRecord& r) { return r.abstract.empty(); }},
      {"two DOIs", 20, [](const RawRecord& r) { return holds(r.doi, " "); }},
      {"journals", 500, [](const RawRecord& r) { return !r.journal_ref.empty(); }},
      {"long abstracts", 2000,
       [](const RawRecord& r) { return base::split_words(r.abstract).size() > 110; }},
  };
  for (const auto& row : rows) {
    CAPTURE(row.what);
    CHECK(count(records, row.property) >= row.least);
  }
}

TEST_CASE("the sets of stored codes") {
  const struct {
    std::string_view code;
    std::string_view set;
  } rows[] = {
      {"math.NA", "math:math:NA"},      {"cs.NA", "cs:cs:NA"},
      {"hep-th", "physics:hep-th"},     {"astro-ph.CO", "physics:astro-ph:CO"},
      {"astro-ph", "physics:astro-ph"}, {"physics.flu-dyn", "physics:physics:flu-dyn"},
      {"alg-geom", "math:math:AG"},     {"cmp-lg", "cs:cs:CL"},
      {"q-bio.PE", "q-bio:q-bio:PE"},   {"math-ph", "physics:math-ph"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.code);
    CHECK(standin::set_of_category(row.code) == row.set);
  }
}

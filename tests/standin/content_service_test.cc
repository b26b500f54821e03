#include "tests/standin/content_service.h"

#include <doctest/doctest.h>

#include "tests/standin/generated_corpus.h"
#include "tests/support/temp_dir.h"

namespace {

using standin::Answer;
using standin::ContentService;

const standin::GeneratedCorpus& corpus() {
  static const standin::GeneratedCorpus papers({20, 0, 1});
  return papers;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("every paper has a page and a PDF of its own, and nothing else has") {
  const ContentService service(corpus(), {}, "http://127.0.0.1:1");
  for (std::size_t i = 0; i < corpus().size(); ++i) {
    const std::string id = corpus().id(i);
    const Answer page = service.answer("/html/" + id + "v1").value();
    CHECK(page.status == 200);
    CHECK(holds(page.body, "This is " + id));
    CHECK(holds(page.body, "ltx_title_section"));
    const Answer pdf = service.answer("/pdf/" + id).value();
    CHECK(pdf.content_type == "application/pdf");
    CHECK(pdf.body.starts_with("%PDF-"));
  }
  CHECK(service.answer("/html/2401.99999").value().status == 404);
  CHECK(service.answer("/pdf/nonsense").value().status == 404);
  CHECK_FALSE(service.answer("/api/query"));
}

TEST_CASE("what ar5iv lacks it sends on to arXiv") {
  const ContentService service(corpus(), {}, "http://127.0.0.1:1");
  const Answer answer = service.answer("/ar5iv/2401.99999").value();
  CHECK(answer.status == 307);
  CHECK(answer.location == "http://127.0.0.1:1/html/2401.99999");
}

TEST_CASE("a folder's files are served by version first, then without, and instead of inventions") {
  const testing::TempDir folder;
  folder.write("2401.00001v2.html", "second");
  folder.write("2401.00001.html", "any");
  folder.write("hep-th_9901001.html", "old");
  folder.write("2401.00001.pdf", "a PDF");
  const std::string path = folder.path().string();
  const ContentService service(corpus(), {path, path, path}, "http://127.0.0.1:1");
  CHECK(service.answer("/html/2401.00001v2").value().body == "second");
  CHECK(service.answer("/html/2401.00001v1").value().body == "any");
  CHECK(service.answer("/ar5iv/hep-th/9901001v3").value().body == "old");
  CHECK(service.answer("/pdf/2401.00001v2").value().body == "a PDF");
  CHECK(service.answer("/html/" + corpus().id(0)).value().status == 404);
}

}  // namespace

#include "tests/standin/content_service.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "common/arxiv/paper_id.h"
#include "tests/standin/paper_texts.h"

namespace standin {
namespace {

struct Route {
  std::string_view prefix;
  std::string ContentFolders::*folder;
  std::string_view ending;
  std::string_view content_type;
};

constexpr Route kRoutes[] = {
    {"/html/", &ContentFolders::html, ".html", "text/html; charset=utf-8"},
    {"/ar5iv/", &ContentFolders::ar5iv, ".html", "text/html; charset=utf-8"},
    {"/pdf/", &ContentFolders::pdf, ".pdf", "application/pdf"},
};

std::optional<std::string> content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string file_name(std::string id) {
  std::replace(id.begin(), id.end(), '/', '_');
  return id;
}

}  // namespace

ContentService::ContentService(const Corpus& corpus, ContentFolders folders, std::string base_url)
    : corpus_(corpus), folders_(std::move(folders)), base_url_(std::move(base_url)) {}

std::optional<std::string> ContentService::find(const std::string& folder, std::string_view ending,
                                                std::string_view id) const {
  const auto parsed = arxiv::parse_paper_id(id);
  if (!parsed) return std::nullopt;
  if (!folder.empty()) {
    const std::string start = folder + "/";
    auto file = content_of(start + file_name(parsed->canonical()).append(ending));
    return file ? file : content_of(start + file_name(parsed->base).append(ending));
  }
  const auto index = corpus_.find(parsed->base);
  const auto record =
      index ? read_record(corpus_.record(*index, "1970-01-01")) : std::optional<RawRecord>();
  if (!record) return std::nullopt;
  return ending == ".pdf" ? paper_pdf(*record) : paper_page(*record);
}

std::optional<Answer> ContentService::answer(std::string_view path) const {
  const auto* const route = std::find_if(std::begin(kRoutes), std::end(kRoutes),
                                         [&](auto& each) { return path.starts_with(each.prefix); });
  if (route == std::end(kRoutes)) return std::nullopt;
  const std::string_view id = path.substr(route->prefix.size());
  if (auto body = find(folders_.*route->folder, route->ending, id)) {
    return Answer{200, std::string(route->content_type), std::move(*body)};
  }
  Answer missing{404, "text/html", "<html><body>No such paper here.</body></html>\n"};
  if (route->folder == &ContentFolders::ar5iv) {
    missing.status = 307;
    missing.location = base_url_ + "/html/" + std::string(id);
  }
  return missing;
}

}  // namespace standin

#include "mcpd/surface.h"

#include <optional>

#include "common/base/programs.h"
#include "common/http/client.h"
#include "common/mirror/reader_pool.h"
#include "common/pacing/pacer.h"
#include "mcpd/fulltext/pdf_extractor.h"
#include "mcpd/live/api_client.h"
#include "mcpd/reading/content_client.h"
#include "mcpd/resources/resources.h"
#include "mcpd/tools/tools.h"

namespace mcpd {

struct Surface::Services {
  Services(const base::Settings& settings, const base::Log& log)
      : http({http::user_agent(settings.contact), settings.proxy, settings.ca_file}),
        pacer({"API", settings.request_delay, settings.api_base_url, settings.slot_folders}, log),
        api(http, pacer, {settings.api_base_url, settings.api_timeout, settings.api_retry_delay}),
        lookup(
            open_pool(settings, log), settings.mirror_fallback_live,
            [this](std::span<const arxiv::PaperId> ids, base::Deadline deadline,
                   const std::stop_token& stop) {
              return api.look_up(ids, {deadline, stop});
            },
            log),
        search(
            mirror_or_null(), settings.mirror_recent_days_live > 0,
            [this](const live::SearchQuestion& question, const live::Patience& patience) {
              return api.search(question, patience);
            },
            log),
        extractor(base::find_program("mcpd-pdftext"), {}),
        content(http, extractor, api.throttle(),
                {settings.html_base_url, settings.ar5iv_base_url, settings.pdf_base_url,
                 settings.content_timeout, settings.content_retry_delay}),
        reader(
            {mirror_or_null(), settings.api_timeout,
             [this](const arxiv::PaperId& id, const live::Patience& patience) {
               return std::move(api.look_up({&id, 1}, patience).front());
             },
             log},
            [this](const std::string& id, base::Deadline deadline, const std::stop_token& stop) {
              return content.read(id, deadline, stop);
            },
            settings.read_timeout) {}

  mirror::ReaderPool* open_pool(const base::Settings& settings, const base::Log& log) {
    if (settings.mirror_enabled) pool.emplace(settings.mirror_path, settings.lease, log);
    return mirror_or_null();
  }
  mirror::ReaderPool* mirror_or_null() { return pool ? &*pool : nullptr; }

  std::optional<mirror::ReaderPool> pool;
  http::Client http;
  pacing::Pacer pacer;
  live::ApiClient api;
  tools::PaperLookup lookup;
  tools::PaperSearch search;
  fulltext::PdfExtractor extractor;
  reading::ContentClient content;
  tools::PaperReader reader;
};

Surface::Surface(const base::Settings& settings, const base::Log& log)
    : services_(std::make_unique<Services>(settings, log)) {
  mirror::ReaderPool* const mirror = services_->mirror_or_null();
  registry_.server_name = "arxiv-mirror";
  registry_.server_title = "arXiv mirror";
  registry_.server_version = ARXIV_MIRROR_VERSION;
  registry_.instructions =
      "Find arXiv papers with arxiv_search_papers (field prefixes ti: au: abs: co: jr: cat: all:, "
      "operators AND OR ANDNOT in upper case; adjacent words mean OR), look ids up with "
      "arxiv_get_metadata and read full text with arxiv_read_paper. Ids are written 2401.12345, "
      "2401.12345v2 or hep-th/9901001; category codes come from arxiv_list_categories. The "
      "resource skill://arxiv-guide/SKILL.md holds recipes.";
  registry_.tools = {tools::search_papers_tool(services_->search),
                     tools::get_metadata_tool(services_->lookup),
                     tools::read_paper_tool(services_->reader), tools::list_categories_tool()};
  registry_.resources = {resources::categories_resource(), resources::guide_resource()};
  registry_.templates = {resources::paper_template(services_->lookup, mirror, log)};
}

Surface::~Surface() = default;

}  // namespace mcpd

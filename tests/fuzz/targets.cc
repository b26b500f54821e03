#include "tests/fuzz/targets.h"

#include <cstdlib>
#include <optional>
#include <string>

#include "common/arxiv/paper_id.h"
#include "common/arxiv/query.h"
#include "common/arxiv/tex.h"
#include "common/base/fault.h"
#include "common/base/json.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "common/mirror/schema.h"
#include "common/mirror/sqlite.h"
#include "harvestd/oai/page.h"
#include "mcpd/fulltext/charset.h"
#include "mcpd/fulltext/clean_html.h"
#include "mcpd/fulltext/html_tokenizer.h"
#include "mcpd/fulltext/outline.h"
#include "mcpd/fulltext/phrase_search.h"
#include "mcpd/fulltext/sections.h"
#include "mcpd/fulltext/slice.h"
#include "mcpd/live/atom.h"
#include "mcpd/rpc/line_reader.h"
#include "mcpd/rpc/message.h"

namespace fuzz {
namespace {

void require(bool kept) {
  if (!kept) std::abort();
}

/// Runs `read`, which may refuse its input.
template <class Read>
void may_refuse(const Read& read) {
  try {
    read();
  } catch (const base::Fault&) {
    // That is an answer.
  }
}

void require_headings(const fulltext::CleanedPage& page) {
  std::size_t last = 0;
  for (const fulltext::Heading& each : page.headings) {
    require(each.start >= last && each.start < page.body_characters);
    last = each.start;
  }
  if (page.headings.empty()) return;
  const auto first = fulltext::slice(page.body, page.headings.front().start, 2);
  require(first == "<h" || first == "<H");
  fulltext::find_section(page.headings, page.body_characters, page.headings.back().title);
}

void require_formulas(const fulltext::CleanedPage& page) {
  std::size_t last = 0;
  for (const fulltext::ByteRange& each : page.formulas) {
    require(each.begin >= last && each.end > each.begin && each.end <= page.body.size());
    require(page.body[each.begin] == '$' && page.body[each.end - 1] == '$');
    last = each.end;
  }
}

/// The tags of a body outside its formulas are those that cleaning lets through.
void require_clean(std::string_view part) {
  fulltext::HtmlTokenizer tokens(part);
  for (fulltext::HtmlToken token; tokens.next(token);) {
    require(token.kind != fulltext::HtmlToken::Kind::kComment);
    if (token.kind != fulltext::HtmlToken::Kind::kStartTag) continue;
    for (const char* name : {"math", "script", "style", "link", "meta", "base"})
      require(!base::equal_ignoring_case(token.name, name));
    fulltext::HtmlAttributes attributes(token.inside);
    for (fulltext::HtmlAttribute each; attributes.next(each);) {
      require(!base::equal_ignoring_case(each.name, "style"));
      require(!base::equal_ignoring_case(each.name, "id"));
    }
  }
}

void require_clean(const fulltext::CleanedPage& page) {
  const std::string_view body = page.body;
  std::size_t at = 0;
  for (const fulltext::ByteRange& each : page.formulas) {
    require_clean(body.substr(at, each.begin - at));
    at = each.end;
  }
  require_clean(body.substr(at));
}

void html(std::string_view input) {
  const std::string utf8 = fulltext::to_utf8(std::string(input), "");
  require(base::is_utf8(utf8));
  const fulltext::CleanedPage page = fulltext::clean_html(utf8, "https://arxiv.org/html/2401.1v1");
  require(base::is_utf8(page.body));
  require(page.body_characters == base::count_code_points(page.body));
  require_headings(page);
  require_formulas(page);
  require_clean(page);
  require(fulltext::make_outline(page.headings).entries.size() <= fulltext::kMostEntries);
  fulltext::find_phrase("a b", [&page](const fulltext::TextVisitor& visit) {
    fulltext::walk_html(page.body, page.formulas, visit);
  });
}

void atom(std::string_view input) {
  may_refuse([input] { live::parse_feed(input); });
}

void oai(std::string_view input) {
  may_refuse([input] { harvest::parse_page(input); });
}

/// What SQLite is asked has to be an expression that it can read.
void query(std::string_view input) {
  static const mirror::Database database = [] {
    mirror::Database empty(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY);
    for (const char* name : {"papers", "papers_fts_source", "papers_fts"})
      empty.execute(mirror::schema_object(name).create);
    return empty;
  }();
  std::optional<arxiv::TranslatedQuery> translated;
  may_refuse([&] { translated = arxiv::translate_search(input, "", "", ""); });
  if (!translated || translated->live || translated->mirror.match.empty()) return;
  mirror::Statement statement(database, "SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?1");
  statement.query(translated->mirror.match).next();
}

void tex(std::string_view input) {
  require(!base::is_utf8(input) || base::is_utf8(arxiv::tex_to_unicode(input)));
}

void paper_id(std::string_view input) {
  const auto id = arxiv::parse_paper_id(input);
  require(!id || arxiv::parse_paper_id(id->canonical()) == id);
}

void json_rpc(std::string_view input) {
  rpc::LineReader reader(4096);
  for (const std::string& line : reader.feed(input).lines) {
    const auto document = json::parse(line);
    if (!document) continue;
    const rpc::Message message = rpc::classify(*document);
    if (message.id) require(json::parse(message.id->to_json()).has_value());
  }
}

constexpr Target kTargets[] = {
    {"html", html}, {"atom", atom},         {"oai", oai},           {"query", query},
    {"tex", tex},   {"paper_id", paper_id}, {"json_rpc", json_rpc},
};

}  // namespace

std::span<const Target> targets() {
  return kTargets;
}

}  // namespace fuzz

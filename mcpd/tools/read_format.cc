#include "mcpd/tools/read_format.h"

#include "common/base/json.h"
#include "mcpd/tools/schema.h"

namespace tools {
namespace {

using fulltext::Outline;
using reading::Body;
using reading::View;

std::int64_t whole(std::size_t number) {
  return static_cast<std::int64_t>(number);
}

// ---- JSON

void write_outline(json::Writer& out, const Outline& outline) {
  out.key("outline").begin_array();
  for (const fulltext::Heading& entry : outline.entries) {
    out.begin_object();
    json::member(out, "title", entry.title);
    json::member(out, "level", std::int64_t{entry.level});
    json::member(out, "start", whole(entry.start));
    out.end_object();
  }
  out.end_array();
  if (!outline.omitted_levels.empty()) {
    out.key("outline_omitted_levels").begin_array();
    for (const int level : outline.omitted_levels)
      out.integer(level);
    out.end_array();
  }
  if (outline.continues_at) json::member(out, "outline_continues_at", whole(*outline.continues_at));
}

void write_matches(json::Writer& out, const std::vector<reading::Match>& matches) {
  out.key("matches").begin_array();
  for (const reading::Match& match : matches) {
    out.begin_object();
    json::member(out, "start", whole(match.start));
    if (!match.section.empty()) json::member(out, "section", match.section);
    json::member(out, "context", match.context);
    out.end_object();
  }
  out.end_array();
}

// ---- Text

std::string number(std::size_t value) {
  return std::to_string(value);
}

std::string heading_lines(const ReadPaper& read, const View& view) {
  const Body& body = *read.body;
  const bool page = body.source != reading::Source::kPdfText;
  std::string text = "# " + read.paper.title + "\narXiv:" + read.paper.id +
                     " | Source: " + std::string(reading::name_of(body.source)) +
                     (page ? " | Raw HTML: " : " | Raw text: ") + number(body.raw_characters) +
                     " chars | Body: " + number(body.characters) + " chars" +
                     (view.truncated ? " (truncated)" : "");
  text += "\nAbstract: " + read.paper.abstract_url() + "\nPDF: " + read.paper.pdf_url();
  text += "\nServed by: " + body.source_url + " | Body hash: " + body.hash;
  if (read.revision_unconfirmed) {
    text += "\nRevision unconfirmed: ar5iv does not say which version this is.";
  }
  return text;
}

/// Where in the body the content stands, and how to go on.
std::string place_line(const Body& body, const View& view) {
  const std::string all = number(body.characters);
  if (view.matches) {
    return view.matches->empty()
               ? "[The phrase does not occur.]"
               : "[Places: " + number(view.matches->size()) + "; read on at one by its start.]";
  }
  if (view.start >= body.characters) {
    return "[start=" + number(view.start) + " is past the end: the body has " + all + " chars.]";
  }
  const std::size_t end = view.start + view.length;
  std::string line = "[Chars " + number(view.start) + " to " + number(end) + " of " + all;
  if (view.truncated) return line + "; continue with start=" + number(end) + ".]";
  return line + (end == body.characters ? ", up to the end.]" : ".]");
}

std::string outline_lines(const Outline& outline) {
  if (outline.entries.empty()) return "";
  std::string text = "\n\nOutline (start, title):";
  for (const fulltext::Heading& entry : outline.entries) {
    text += "\n" + std::string(2 * static_cast<std::size_t>(entry.level), ' ') + "- " +
            number(entry.start) + " " + entry.title;
  }
  for (const int level : outline.omitted_levels)
    text += "\n(level " + std::to_string(level) + " left out)";
  if (outline.continues_at) text += "\n(goes on at start=" + number(*outline.continues_at) + ")";
  return text;
}

std::string match_lines(const std::vector<reading::Match>& matches) {
  std::string text;
  for (const reading::Match& match : matches) {
    text += "\n- start=" + number(match.start);
    if (!match.section.empty()) text += " (" + match.section + ")";
    text += ": " + match.context;
  }
  return text;
}

}  // namespace

const std::string& read_schema() {
  static const std::string schema = output_schema(
      R"("paper_id":{"type":"string","description":"With version"},"title":{"type":"string"},)"
      R"("content":{"type":"string"},)"
      R"("source":{"type":"string","enum":["arxiv_html","ar5iv","pdf_text"]},)"
      R"("source_url":{"type":"string"},)"
      R"("body_hash":{"type":"string","description":"XXH64 of the whole body"},)"
      R"("truncated":{"type":"boolean"},"start":{"type":"integer"},)"
      R"("total_characters":{"type":"integer","description":"Before cleaning"},)"
      R"("body_characters":{"type":"integer","description":"Bound of start"},)"
      R"("outline":{"type":"array","items":{"type":"object","properties":{)"
      R"("title":{"type":"string"},"level":{"type":"integer"},"start":{"type":"integer"}},)"
      R"("required":["title","level","start"]}},)"
      R"("outline_omitted_levels":{"type":"array","items":{"type":"integer"}},)"
      R"("outline_continues_at":{"type":"integer"},)"
      R"("matches":{"type":"array","items":{"type":"object","properties":{)"
      R"("start":{"type":"integer"},"section":{"type":"string"},"context":{"type":"string"}},)"
      R"("required":["start","context"]}},)"
      R"("revision_unconfirmed":{"type":"boolean",)"
      R"("description":"ar5iv does not say which version this is"},)"
      R"("pdf_url":{"type":"string"},"abstract_url":{"type":"string"})",
      R"("paper_id","title","content","source","source_url","body_hash","truncated","start",)"
      R"("total_characters","body_characters","pdf_url","abstract_url")");
  return schema;
}

std::string read_json(const ReadPaper& read, const View& view) {
  const Body& body = *read.body;
  json::Writer out;
  out.begin_object();
  json::member(out, "paper_id", read.paper.id);
  json::member(out, "title", read.paper.title);
  json::member(out, "content", view.content);
  json::member(out, "source", reading::name_of(body.source));
  json::member(out, "source_url", body.source_url);
  json::member(out, "body_hash", body.hash);
  json::member(out, "truncated", view.truncated);
  json::member(out, "start", whole(view.start));
  json::member(out, "total_characters", whole(body.raw_characters));
  json::member(out, "body_characters", whole(body.characters));
  if (view.outline) write_outline(out, *view.outline);
  if (view.matches) write_matches(out, *view.matches);
  if (read.revision_unconfirmed) json::member(out, "revision_unconfirmed", true);
  json::member(out, "pdf_url", read.paper.pdf_url());
  json::member(out, "abstract_url", read.paper.abstract_url());
  out.end_object();
  return out.take();
}

std::string read_text(const ReadPaper& read, const View& view) {
  std::string text = heading_lines(read, view) + "\n" + place_line(*read.body, view);
  if (view.outline) text += outline_lines(*view.outline);
  if (view.matches) text += match_lines(*view.matches);
  if (!view.content.empty()) text.append("\n\n").append(view.content);
  return text;
}

}  // namespace tools

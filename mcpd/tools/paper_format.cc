#include "mcpd/tools/paper_format.h"

#include "common/base/text.h"

namespace tools {
namespace {

using json::member;
using json::Writer;

constexpr std::size_t kDateLength = 10;  // YYYY-MM-DD

void write_strings(Writer& out, std::string_view name, const std::vector<std::string>& values) {
  out.key(name).begin_array();
  for (const std::string& value : values)
    out.string(value);
  out.end_array();
}

void write_optional(Writer& out, std::string_view name, const std::optional<std::string>& value) {
  if (value) member(out, name, *value);
}

/// `arXiv:ID | categories | date`; what is empty is left out.
std::string identity_line(const arxiv::Paper& paper) {
  std::vector<std::string> parts = {"arXiv:" + paper.id};
  if (!paper.categories.empty()) parts.push_back(base::join(paper.categories, ", "));
  const std::string published = paper.published.substr(0, kDateLength);
  const std::string updated = paper.updated.substr(0, kDateLength);
  if (!published.empty()) {
    parts.push_back(published == updated ? published : published + " (updated " + updated + ")");
  }
  return base::join(parts, " | ");
}

/// The lines on comment, journal and DOI behind one empty line, or nothing.
std::string notes_text(const arxiv::Paper& paper) {
  std::string text;
  if (paper.comment) text += "\nComment: " + *paper.comment;
  if (paper.journal_ref) text += "\nJournal: " + *paper.journal_ref;
  if (paper.doi) text += "\nDOI: " + *paper.doi;
  return text.empty() ? text : "\n" + text;
}

}  // namespace

const std::string_view kPaperSchema =
    R"({"type":"object","properties":{"id":{"type":"string","description":"With version"},)"
    R"("title":{"type":"string"},"authors":{"type":"array","items":{"type":"string"}},)"
    R"("abstract":{"type":"string"},"primary_category":{"type":"string"},)"
    R"("categories":{"type":"array","items":{"type":"string"}},)"
    R"("published":{"type":"string","description":"Version 1, UTC"},)"
    R"("updated":{"type":"string","description":"This version, UTC"},)"
    R"("comment":{"type":"string"},"journal_ref":{"type":"string"},"doi":{"type":"string"},)"
    R"("pdf_url":{"type":"string"},"abstract_url":{"type":"string"}},)"
    R"("required":["id","title","authors","abstract","primary_category","categories",)"
    R"("published","updated","pdf_url","abstract_url"]})";

void write_paper(Writer& out, const arxiv::Paper& paper) {
  out.begin_object();
  member(out, "id", paper.id);
  member(out, "title", paper.title);
  write_strings(out, "authors", paper.authors);
  member(out, "abstract", paper.abstract);
  member(out, "primary_category", paper.primary_category);
  write_strings(out, "categories", paper.categories);
  member(out, "published", paper.published);
  member(out, "updated", paper.updated);
  write_optional(out, "comment", paper.comment);
  write_optional(out, "journal_ref", paper.journal_ref);
  write_optional(out, "doi", paper.doi);
  member(out, "pdf_url", paper.pdf_url());
  member(out, "abstract_url", paper.abstract_url());
  out.end_object();
}

void write_papers(Writer& out, const std::vector<arxiv::Paper>& papers) {
  out.begin_array();
  for (const arxiv::Paper& paper : papers)
    write_paper(out, paper);
  out.end_array();
}

std::string paper_text(const arxiv::Paper& paper) {
  return "**" + paper.title + "**\n" + identity_line(paper) + "\n" +
         base::join(paper.authors, ", ") + "\n\n" + paper.abstract + notes_text(paper) +
         "\nPublished: " + paper.published + " | Updated: " + paper.updated +
         "\nAbstract: " + paper.abstract_url() + "\nPDF: " + paper.pdf_url();
}

std::string papers_text(const std::vector<arxiv::Paper>& papers) {
  std::vector<std::string> texts;
  for (const arxiv::Paper& paper : papers)
    texts.push_back(paper_text(paper));
  return base::join(texts, "\n\n---\n\n");
}

}  // namespace tools

#include "mcpd/tools/enrichment.h"

#include "common/base/text.h"

namespace tools {
namespace {

std::string quoted(std::string_view text) {
  json::Writer out;
  out.string(text);
  return out.take();
}

std::string labelled(std::string_view name, std::string_view label, std::string_view value) {
  return "**" + std::string(label.empty() ? name : label) + ":** " + std::string(value);
}

}  // namespace

void Enrichment::add(std::string_view name, std::string_view value, std::string_view label) {
  facts_.push_back({std::string(name), quoted(value), labelled(name, label, value)});
}

void Enrichment::add(std::string_view name, std::int64_t value, std::string_view label,
                     std::string_view shown) {
  const std::string number = std::to_string(value);
  facts_.push_back(
      {std::string(name), number, labelled(name, label, shown.empty() ? number : shown)});
}

void Enrichment::add_flag(std::string_view name) {
  facts_.push_back({std::string(name), "true", labelled(name, "", "true")});
}

void Enrichment::add_notice(std::string text) {
  std::string json = quoted(text);
  facts_.push_back({"notice", std::move(json), "> " + std::move(text)});
}

void Enrichment::write(json::Writer& out) const {
  for (const Fact& fact : facts_)
    out.key(fact.name).raw(fact.json);
}

std::string Enrichment::text() const {
  std::vector<std::string> lines;
  for (const Fact& fact : facts_)
    lines.push_back(fact.line);
  return base::join(lines, "\n");
}

}  // namespace tools

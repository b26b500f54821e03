#include <algorithm>
#include <array>

#include "common/base/fault.h"
#include "common/base/text.h"
#include "mcpd/tools/arguments.h"
#include "mcpd/tools/lookup_plan.h"
#include "mcpd/tools/paper_format.h"
#include "mcpd/tools/recoveries.h"
#include "mcpd/tools/schema.h"
#include "mcpd/tools/tools.h"

namespace tools {
namespace {

using base::Code;
using base::Fault;

constexpr std::string_view kArgument = "paper_ids";
constexpr std::array<std::string_view, 4> kAliases = {"paper_id", "arxiv_id", "id", "ids"};

constexpr std::string_view kInputSchema =
    R"({"type":"object","properties":{"paper_ids":{"type":"array",)"
    R"("items":{"type":"string","minLength":1},"minItems":1,"maxItems":100,)"
    R"("description":"arXiv ids, arXiv:ids or arxiv.org URLs, e.g. 2401.12345, )"
    R"(2401.12345v2, hep-th/9901001. The first 10 distinct ones are looked up"}},)"
    R"("required":["paper_ids"],"additionalProperties":false})";

struct NotFound {
  std::string id;
  Miss miss;
};

/// What a call found, in the order asked for.
struct Found {
  std::vector<arxiv::Paper> papers;
  std::vector<NotFound> not_found;
  std::vector<std::string> remaining;
  Origin origin;
};

// ---- Arguments

/// A lone string is one identifier, unless it is JSON or a list, which the general repair decodes
/// or refuses (contract 1.2). A blank one stays a text of no length, for the schema to refuse.
bool is_lone_id(std::string_view text) {
  return text.find_first_of(",\r\n") == std::string_view::npos && !text.starts_with('[') &&
         !text.starts_with('{') && !text.starts_with('"');
}

void prepare_ids(json::Value& value, json::Document& owner) {
  trim_text(value, owner);
  if (value.IsString() && is_lone_id(json::text(value))) {
    json::Value list(rapidjson::kArrayType);
    list.PushBack(json::Value(value, owner.GetAllocator()), owner.GetAllocator());
    value = std::move(list);
  }
  if (!value.IsArray()) return;
  for (json::Value& item : value.GetArray())
    trim_text(item, owner);
}

void prepare(json::Document& arguments) {
  if (json::Value* value = json::find(arguments, kArgument)) prepare_ids(*value, arguments);
  for (const std::string_view alias : kAliases) {
    if (json::Value* value = json::find(arguments, alias)) prepare_ids(*value, arguments);
  }
}

LookupPlan plan_of(const json::Value& arguments) {
  std::vector<std::string> texts;
  for (const json::Value& item : json::find(arguments, kArgument)->GetArray())
    texts.emplace_back(json::text(item));
  return plan_lookups(texts);
}

// ---- Looking up

Found collect(LookupPlan plan, LookupResult result) {
  Found found;
  for (LookupPlan::Item& item : plan.items) {
    if (!item.place) {
      found.not_found.push_back({std::move(item.malformed), {"invalid_id", ""}});
      continue;
    }
    LookupOutcome& outcome = result.outcomes.at(*item.place);
    if (outcome.paper) {
      found.papers.push_back(std::move(*outcome.paper));
    } else {
      found.not_found.push_back({plan.ids[*item.place].canonical(), std::move(outcome.miss)});
    }
  }
  found.remaining = std::move(plan.remaining);
  found.origin = std::move(result.origin);
  return found;
}

// ---- Failures of the whole call

Fault failure(Code code, std::string reason, std::string message, const Found& found) {
  std::vector<std::string> ids;
  std::vector<base::FaultRecord> records;
  for (const auto& [id, miss] : found.not_found) {
    ids.push_back(id);
    base::FaultRecord record = {{"id", id}, {"reason", miss.reason}};
    if (!miss.detail.empty()) record.emplace_back("detail", miss.detail);
    records.push_back(std::move(record));
  }
  if (!found.remaining.empty()) {
    message += " Not looked up yet: " + base::join(found.remaining, ", ") + ".";
  }
  Fault fault(code, std::move(reason), std::move(message));
  fault.with("ids", std::move(ids)).with("not_found", std::move(records));
  if (!found.remaining.empty()) fault.with("remaining_ids", found.remaining);
  return fault;
}

bool all_missed_as(const Found& found, std::string_view reason) {
  return std::all_of(found.not_found.begin(), found.not_found.end(),
                     [&](const NotFound& entry) { return entry.miss.reason == reason; });
}

/// Each id with what became of it: `bad (invalid_id), 2401.12345v9 (version_not_in_mirror: ...)`.
std::string misses_text(const std::vector<NotFound>& not_found) {
  std::vector<std::string> parts;
  for (const auto& [id, miss] : not_found) {
    parts.push_back(id + " (" + miss.reason + (miss.detail.empty() ? "" : ": " + miss.detail) +
                    ")");
  }
  return base::join(parts, ", ");
}

[[noreturn]] void fail_without_papers(const Found& found) {
  const std::string misses = misses_text(found.not_found);
  if (all_missed_as(found, "version_not_in_mirror")) {
    throw failure(Code::kServiceUnavailable, "version_unavailable",
                  "The mirror does not hold the version asked for: " + misses + ".", found);
  }
  if (all_missed_as(found, "version_not_served")) {
    throw failure(Code::kNotFound, "version_not_served",
                  "arXiv does not serve the versions asked for: " + misses + ".", found)
        .retryable(false);
  }
  throw failure(Code::kNotFound, "no_match", "No paper was found: " + misses + ".", found);
}

// ---- The answer

void write_not_found(json::Writer& out, const std::vector<NotFound>& not_found) {
  if (not_found.empty()) return;
  out.key("not_found").begin_array();
  for (const auto& [id, miss] : not_found) {
    out.begin_object();
    json::member(out, "id", id);
    json::member(out, "reason", miss.reason);
    if (!miss.detail.empty()) json::member(out, "detail", miss.detail);
    out.end_object();
  }
  out.end_array();
}

std::string structured(const Found& found, const Enrichment& enrichment) {
  json::Writer out;
  out.begin_object().key("papers");
  write_papers(out, found.papers);
  json::member(out, "totalSucceeded", static_cast<std::int64_t>(found.papers.size()));
  write_not_found(out, found.not_found);
  if (!found.remaining.empty()) {
    out.key("remaining_ids").begin_array();
    for (const std::string& id : found.remaining)
      out.string(id);
    out.end_array();
  }
  enrichment.write(out);
  out.end_object();
  return out.take();
}

std::string text_of(const Found& found) {
  std::string text = "Found " + std::to_string(found.papers.size()) + " of " +
                     std::to_string(found.papers.size() + found.not_found.size()) + " papers.\n\n" +
                     papers_text(found.papers);
  if (!found.not_found.empty()) text += "\n\nNot found:";
  for (const auto& [id, miss] : found.not_found) {
    text += "\n- " + id + " (" + miss.reason + ")";
    if (!miss.detail.empty()) text += ": " + miss.detail;
  }
  if (!found.remaining.empty()) {
    text += "\n\nNot looked up, call again with: " + base::join(found.remaining, ", ");
  }
  return text;
}

mcp::ToolResult run(const PaperLookup& lookup, const json::Value& arguments,
                    const mcp::Call& call) {
  LookupPlan plan = plan_of(arguments);
  if (plan.ids.empty()) {
    const Found found = collect(std::move(plan), {});
    throw failure(Code::kValidation, "invalid_id",
                  "No well-formed arXiv id was given: " + misses_text(found.not_found) + ".",
                  found);
  }
  LookupResult result = lookup.find(plan.ids, call);
  const Found found = collect(std::move(plan), std::move(result));
  if (found.papers.empty()) fail_without_papers(found);
  Enrichment enrichment;
  found.origin.add_to(enrichment);
  return {structured(found, enrichment), {text_of(found), "\n\n" + enrichment.text()}};
}

const std::string& output() {
  static const std::string schema = output_schema(
      R"("papers":{"type":"array","items":)" + std::string(kPaperSchema) +
          R"(},"totalSucceeded":{"type":"integer"},"not_found":{"type":"array","items":{)"
          R"("type":"object","properties":{"id":{"type":"string"},"reason":{"type":"string"},)"
          R"("detail":{"type":"string"}},"required":["id","reason"]}},)"
          R"("remaining_ids":{"type":"array","items":{"type":"string"},)"
          R"("description":"Not looked up"},)" +
          std::string(kOriginProperties),
      R"("papers","totalSucceeded","source")");
  return schema;
}

}  // namespace

mcp::Tool get_metadata_tool(const PaperLookup& lookup) {
  mcp::Tool tool;
  tool.name = "arxiv_get_metadata";
  tool.title = "Arxiv Get Metadata";
  tool.description =
      "Look papers up by arXiv id: title, authors, abstract, categories, dates, journal, DOI, "
      "links. An id without version means the latest. One call looks 10 papers up; the others come "
      "back in `remaining_ids`: call again with those. `not_found` says why an id has no paper. "
      "For papers whose id is unknown use arxiv_search_papers.";
  tool.input_schema = kInputSchema;
  tool.output_schema = output();
  for (const std::string_view alias : kAliases)
    tool.aliases.push_back({alias, kArgument});
  tool.recoveries = lookup_recoveries();
  tool.prepare = prepare;
  tool.run = [&lookup](const json::Value& arguments, const mcp::Call& call) {
    return run(lookup, arguments, call);
  };
  return tool;
}

}  // namespace tools

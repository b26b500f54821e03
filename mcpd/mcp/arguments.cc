#include "mcpd/mcp/arguments.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "common/base/text.h"
#include "common/base/utf8.h"
#include "mcpd/mcp/argument_repair.h"

namespace mcp {
namespace {

using json::Value;

constexpr std::size_t kToldIssues = 10;
constexpr std::size_t kToldCodePoints = 1024;
/// Keys that hosts add to arguments on their own account.
constexpr std::array<std::string_view, 3> kHostKeys = {"_meta", "tool_call_description",
                                                       "toolCallId"};

/// The root of the arguments while its keys are decided on.
struct Member {
  std::string name;
  const Value* value;
};
using Members = std::vector<Member>;

/// The members of `raw`, of each name the last.
Members members_of(const Value& raw) {
  Members members;
  std::map<std::string_view, std::size_t> seen;
  for (const auto& member : raw.GetObject()) {
    const auto [place, fresh] = seen.try_emplace(json::text(member.name), members.size());
    if (fresh) {
      members.push_back({std::string(place->first), &member.value});
    } else {
      members[place->second].value = &member.value;
    }
  }
  return members;
}

/// How the keys of one tool are written and may be written.
class Keys {
 public:
  Keys(const Tool& tool, const Schema& schema) : tool_(tool), declared_(schema.property_names()) {}

  bool declared(std::string_view name) const {
    return std::find(declared_.begin(), declared_.end(), name) != declared_.end();
  }

  /// The declared key that `name` is another spelling of: a declared alias, or the only key that
  /// differs in case, hyphens and underscores alone. Empty when there is none.
  std::string_view meant_by(std::string_view name) const {
    for (const Alias& alias : tool_.aliases) {
      if (alias.from == name) return alias.to;
    }
    const std::string spelling = folded(name);
    std::string_view meant;
    for (const std::string_view key : declared_) {
      if (folded(key) != spelling) continue;
      if (!meant.empty()) return {};
      meant = key;
    }
    return meant;
  }

 private:
  static std::string folded(std::string_view name) {
    std::string text = base::lower(name);
    text.erase(
        std::remove_if(text.begin(), text.end(), [](char c) { return c == '-' || c == '_'; }),
        text.end());
    return text;
  }

  const Tool& tool_;
  std::vector<std::string_view> declared_;
};

using Stage = void (*)(Members&, const Keys&, Rewrites&);

void drop_host_keys(Members& members, const Keys& keys, Rewrites& rewrites) {
  const auto dropped = [&](const Member& member) {
    const bool host = std::find(kHostKeys.begin(), kHostKeys.end(), member.name) != kHostKeys.end();
    if (keys.declared(member.name) || !(host || member.name.starts_with('_'))) return false;
    rewrites.ignored.push_back(member.name);
    return true;
  };
  members.erase(std::remove_if(members.begin(), members.end(), dropped), members.end());
}

void rename_aliases(Members& members, const Keys& keys, Rewrites& rewrites) {
  std::set<std::string, std::less<>> taken;
  for (const Member& member : members) {
    if (keys.declared(member.name)) taken.insert(member.name);
  }
  for (Member& member : members) {
    if (keys.declared(member.name)) continue;
    const std::string_view meant = keys.meant_by(member.name);
    if (meant.empty() || !taken.emplace(meant).second) continue;
    rewrites.aliased.emplace_back(member.name, meant);
    member.name = meant;
  }
}

json::Document build(const Members& members) {
  json::Document document(rapidjson::kObjectType);
  auto& allocator = document.GetAllocator();
  for (const Member& member : members) {
    document.AddMember(Value(member.name, allocator), Value(*member.value, allocator), allocator);
  }
  return document;
}

json::Document copy(const json::Document& document) {
  json::Document result;
  result.CopyFrom(document, result.GetAllocator());
  return result;
}

/// One pass through the stages; `first` and `second` are the order of dropping and renaming.
Admission attempt(const Value& raw, const Tool& tool, const Schema& schema, Stage first,
                  Stage second) {
  const Keys keys(tool, schema);
  Members members = members_of(raw);
  Admission result;
  first(members, keys, result.rewrites);
  second(members, keys, result.rewrites);
  result.arguments = build(members);
  if (tool.prepare) tool.prepare(result.arguments);
  result.findings = schema.validate(result.arguments);
  if (result.admitted()) return result;
  json::Document mended = copy(result.arguments);
  if (!repair(mended, result.findings)) return result;
  if (tool.prepare) tool.prepare(mended);  // a decoded array's items are trimmed as well
  if (schema.validate(mended).count == 0) {
    result.arguments = std::move(mended);
    result.findings = {};
  }
  return result;
}

// ---- the rejection -----------------------------------------------------------------------------

std::string cut(std::string_view text) {
  return std::string(base::first_code_points(text, kToldCodePoints));
}

/// The issue's text, to stand behind the path; unknown root keys are told what is meant.
std::string explanation(const Issue& issue, const Keys& keys) {
  if (issue.problem != Problem::kUnknown || issue.path.size() != 1) return issue.message;
  const std::string_view meant = keys.meant_by(to_text(issue.path));
  if (meant.empty()) return "is not an argument of this tool";
  return "is another spelling of " + std::string(meant) + "; send one of them";
}

/// "Correct query and max_results. arxiv_search takes query, category, ...".
std::string advice(const Tool& tool, const Schema& schema, const std::vector<std::string>& fields) {
  std::string text = "Correct ";
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) text += i + 1 == fields.size() ? " and " : ", ";
    text += fields[i];
  }
  text += " and call again. " + std::string(tool.name) + " takes ";
  std::string names;
  for (const std::string_view name : schema.property_names()) {
    if (!names.empty()) names += ", ";
    names += name;
  }
  return text + (names.empty() ? "no arguments" : names) + ".";
}

}  // namespace

Admission admit(const Value& raw, const Tool& tool, const Schema& schema) {
  Admission result = attempt(raw, tool, schema, drop_host_keys, rename_aliases);
  if (!result.admitted() && !result.rewrites.ignored.empty()) {
    Admission again = attempt(raw, tool, schema, rename_aliases, drop_host_keys);
    if (again.admitted()) result = std::move(again);
  }
  if (result.admitted()) {
    schema.complete(result.arguments, result.arguments.GetAllocator());
  }
  return result;
}

base::Fault invalid_arguments(const Tool& tool, const Schema& schema, const Admission& rejected) {
  const Keys keys(tool, schema);
  const Findings& findings = rejected.findings;
  std::string message = "Invalid arguments for " + std::string(tool.name) + ":";
  std::vector<base::FaultRecord> issues;
  std::vector<std::string> fields;
  for (const Issue& issue : findings.issues) {
    if (issues.size() == kToldIssues) break;
    const std::string path = issue.path.empty() ? "arguments" : cut(to_text(issue.path));
    const std::string text = cut(explanation(issue, keys));
    message += issues.empty() ? " " : "; ";
    message += path + " ";
    message += text;
    issues.push_back({{"path", path}, {"message", text}});
    if (std::find(fields.begin(), fields.end(), path) == fields.end()) fields.push_back(path);
  }
  if (findings.count > issues.size()) {
    message += "; and " + std::to_string(findings.count - issues.size()) + " more";
  }
  return base::Fault(base::Code::kInvalidParams, "invalid_arguments", message + ".")
      .hint(advice(tool, schema, fields))
      .retryable(false)
      .with("issues", std::move(issues))
      .with("issueCount", static_cast<std::int64_t>(findings.count));
}

}  // namespace mcp

#include "tests/mcpd/sample_registry.h"

#include <stdexcept>
#include <string>
#include <unistd.h>

#include "common/base/fault.h"
#include "common/base/json.h"

namespace testing {
namespace {

using base::Code;
using base::Fault;
using mcp::Call;
using mcp::ToolResult;

constexpr std::string_view kEchoInput = R"({
  "type": "object",
  "properties": {
    "text": {"type": "string", "minLength": 1, "maxLength": 100, "description": "What to repeat"},
    "times": {"type": "integer", "minimum": 1, "maximum": 5, "default": 1},
    "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
    "limit": {"type": ["integer", "null"], "minimum": 1},
    "loud": {"type": "boolean", "default": false}
  },
  "required": ["text"],
  "additionalProperties": false
})";
constexpr std::string_view kEchoOutput = R"({
  "type": "object",
  "properties": {"arguments": {"type": "object"}, "error": {"type": "object"}},
  "anyOf": [{"required": ["arguments"]}, {"required": ["error"]}]
})";
constexpr std::string_view kSlowInput =
    R"({"type":"object","properties":{"ms":{"type":"integer","minimum":0}},
        "additionalProperties":false})";
constexpr std::string_view kFailInput =
    R"({"type":"object","properties":{"kind":{"type":"string"}},"required":["kind"],
        "additionalProperties":false})";
constexpr std::string_view kLargeInput =
    R"({"type":"object","properties":{"bytes":{"type":"integer","minimum":0}},
        "required":["bytes"],"additionalProperties":false})";
constexpr std::string_view kNoInput = R"({"type":"object","additionalProperties":false})";
constexpr std::string_view kTextOutput = R"({
  "type": "object",
  "properties": {"text": {"type": "string"}, "error": {"type": "object"}},
  "anyOf": [{"required": ["text"]}, {"required": ["error"]}]
})";

ToolResult text_result(std::string_view text) {
  json::Writer out;
  out.begin_object();
  member(out, "text", text);
  out.end_object();
  return {out.take(), {std::string(text)}};
}

ToolResult echo(const json::Value& arguments) {
  const std::string text = json::write(arguments);
  return {R"({"arguments":)" + text + "}", {text}};
}

ToolResult slow(const json::Value& arguments, const Call& call, Gate* gate) {
  call.progress(0, 1, "begun");
  const json::Value* ms = json::find(arguments, "ms");
  const base::Deadline end =
      ms == nullptr ? base::Deadline::never()
                    : base::Deadline::after(std::chrono::milliseconds(*json::integer(*ms)));
  const bool finished = gate != nullptr ? gate->pass(call.stop) : base::wait_until(end, call.stop);
  if (!finished) throw base::cancelled();
  return text_result("done");
}

ToolResult fail(std::string_view kind) {
  if (kind == "no_match") throw Fault(Code::kNotFound, "no_match", "There is no such thing.");
  if (kind == "told") {
    throw Fault(Code::kNotFound, "no_match", "There is none. Look elsewhere for it, please.");
  }
  if (kind == "own_hint") {
    throw Fault(Code::kNotFound, "no_match", "None.").hint("Try another one.");
  }
  if (kind == "rate_limited") {
    throw Fault(Code::kRateLimited, "rate_limited", "Too many requests.")
        .retryable(true)
        .with("cooldownAppliedMs", std::int64_t{5000})
        .with("ids", std::vector<std::string>{"a", "b"})
        .with("final", false)
        .with("not_found", std::vector<base::FaultRecord>{{{"id", "a"}, {"reason", "gone"}}});
  }
  if (kind == "plain") throw Fault(Code::kTimeout, "", "It took too long.");
  if (kind == "number") throw 42;
  if (kind == "line_break") return {"{\n}", {"broken"}};
  throw std::runtime_error("/secret/path: SELECT 1");
}

ToolResult chatty(const Call& call) {
  for (int level = 0; level < 8; ++level) {
    call.log(static_cast<base::Level>(level), "a record");
  }
  for (const double done : {1.0, 2.0, 2.0, 1.0, 3.0})
    call.progress(done, 3, "");
  return text_result("said");
}

mcp::Tool tool(std::string_view name, std::string_view input, std::string_view output,
               std::function<ToolResult(const json::Value&, const Call&)> run) {
  mcp::Tool result;
  result.name = name;
  result.title = name;
  result.description = "A tool of the tests";
  result.input_schema = input;
  result.output_schema = output;
  result.recoveries = {{"no_match", "Look elsewhere for it, please."},
                       {"rate_limited", "Wait for error.data.cooldownAppliedMs."}};
  result.run = std::move(run);
  return result;
}

mcp::Resource resource(std::string_view uri, std::function<std::string(const Call&)> read) {
  using namespace std::chrono_literals;
  return {uri, uri.substr(7), "", "A resource of the tests", "text/plain", 60s, std::move(read)};
}

std::string read_item(std::string_view segment) {
  if (segment == "none") throw Fault(Code::kNotFound, "no_match", "There is no item none.");
  return "item " + std::string(segment);
}

mcp::Completion complete_item(std::string_view typed) {
  if (typed == "broken") throw std::runtime_error("a secret");
  const std::size_t count = typed == "many" ? 150 : 2;
  mcp::Completion completion;
  for (std::size_t i = 0; i < count; ++i)
    completion.values.push_back(std::string(typed) + std::to_string(i));
  return completion;
}

std::vector<mcp::Tool> tools(Gate* gate) {
  std::vector<mcp::Tool> result;
  result.push_back(tool("echo", kEchoInput, kEchoOutput,
                        [](const json::Value& a, const Call&) { return echo(a); }));
  result.back().aliases = {{"message", "text"}};
  result.push_back(
      tool("slow", kSlowInput, kTextOutput,
           [gate](const json::Value& a, const Call& call) { return slow(a, call, gate); }));
  result.push_back(tool("fail", kFailInput, kTextOutput, [](const json::Value& a, const Call&) {
    return fail(json::text(*json::find(a, "kind")));
  }));
  result.push_back(tool("large", kLargeInput, kTextOutput, [](const json::Value& a, const Call&) {
    const auto bytes = static_cast<std::size_t>(*json::integer(*json::find(a, "bytes")));
    return ToolResult{R"({"text":""})", {std::string(bytes, 'x')}};
  }));
  result.push_back(tool("chatty", kNoInput, kTextOutput,
                        [](const json::Value&, const Call& call) { return chatty(call); }));
  result.push_back(
      tool("stubborn", kNoInput, kTextOutput, [](const json::Value&, const Call&) -> ToolResult {
        while (true)
          ::pause();
      }));
  return result;
}

}  // namespace

void Gate::open() {
  const std::lock_guard lock(mutex_);
  open_ = true;
  changed_.notify_all();
}

bool Gate::wait_begun(std::size_t count, base::Deadline deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, deadline.when(), [&] { return begun_ >= count; });
}

bool Gate::wait_ended(std::size_t count, base::Deadline deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, deadline.when(), [&] { return ended_ >= count; });
}

bool Gate::pass(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  ++begun_;
  changed_.notify_all();
  const bool passed = changed_.wait(lock, stop, [&] { return open_; });
  ++ended_;
  changed_.notify_all();
  return passed;
}

mcp::Registry sample_registry(Gate* gate) {
  using namespace std::chrono_literals;
  mcp::Registry registry;
  registry.server_name = "sample";
  registry.server_title = "Sample";
  registry.server_version = "1.2.3";
  registry.instructions = "Say \"echo\".";
  registry.tools = tools(gate);
  registry.resources = {
      resource("test://about", [](const Call&) { return std::string("About\nthis"); }),
      resource("test://broken",
               [](const Call&) -> std::string { throw std::runtime_error("/secret"); }),
      resource("test://busy",
               [](const Call&) -> std::string {
                 throw Fault(Code::kServiceUnavailable, "", "Down.").retryable(true);
               }),
      resource("test://large", [](const Call&) { return std::string(9UL << 20, 'x'); }),
  };
  registry.templates = {{"test://item/",
                         "itemId",
                         "item",
                         "Item",
                         "An item",
                         "text/plain",
                         1500ms,
                         {{"no_match", "Ask for another item."}},
                         [](std::string_view segment, const Call&) { return read_item(segment); },
                         [](std::string_view typed, const Call&) { return complete_item(typed); }}};
  return registry;
}

}  // namespace testing

#include "mcpd/mcp/errors.h"

#include <algorithm>
#include <array>

#include "common/base/text.h"
#include "common/base/utf8.h"

namespace mcp {
namespace {

constexpr std::size_t kToldRewrites = 10;
constexpr std::size_t kToldCodePoints = 1024;

std::string_view hint_of(const base::Fault& fault, const FailureContext& context) {
  if (!fault.hint().empty()) return fault.hint();
  for (const Recovery& recovery : context.recoveries) {
    if (!fault.reason().empty() && recovery.reason == fault.reason()) return recovery.hint;
  }
  return {};
}

// ---- error.data --------------------------------------------------------------------------------

void write_record(json::Writer& out, const base::FaultRecord& record) {
  out.begin_object();
  for (const auto& [name, value] : record)
    member(out, name, std::string_view(value));
  out.end_object();
}

struct ValueWriter {
  json::Writer& out;
  void operator()(bool value) const { out.boolean(value); }
  void operator()(std::int64_t value) const { out.integer(value); }
  void operator()(const std::string& value) const { out.string(value); }
  void operator()(const std::vector<std::string>& values) const {
    out.begin_array();
    for (const std::string& value : values)
      out.string(value);
    out.end_array();
  }
  void operator()(const std::vector<base::FaultRecord>& records) const {
    out.begin_array();
    for (const base::FaultRecord& record : records)
      write_record(out, record);
    out.end_array();
  }
};

std::string_view cut(std::string_view text) {
  return base::first_code_points(text, kToldCodePoints);
}

void write_rewrites(json::Writer& out, const Rewrites& rewrites) {
  if (rewrites.aliased.empty() && rewrites.ignored.empty()) return;
  out.key("input").begin_object();
  if (!rewrites.aliased.empty()) {
    out.key("aliased").begin_array();
    const std::size_t told = std::min(rewrites.aliased.size(), kToldRewrites);
    for (std::size_t i = 0; i < told; ++i) {
      out.begin_object();
      member(out, "from", cut(rewrites.aliased[i].first));
      member(out, "to", cut(rewrites.aliased[i].second));
      out.end_object();
    }
    out.end_array();
  }
  if (!rewrites.ignored.empty()) {
    out.key("ignored").begin_array();
    const std::size_t told = std::min(rewrites.ignored.size(), kToldRewrites);
    for (std::size_t i = 0; i < told; ++i)
      out.string(cut(rewrites.ignored[i]));
    out.end_array();
  }
  out.end_object();
}

/// `code` is written as data.code when it is not the error's own.
std::string error_data(const base::Fault& fault, const FailureContext& context,
                       const base::Code* code) {
  json::Writer out;
  out.begin_object();
  if (!fault.reason().empty()) member(out, "reason", std::string_view(fault.reason()));
  if (code != nullptr) member(out, "code", std::int64_t{static_cast<int>(*code)});
  if (const std::string_view hint = hint_of(fault, context); !hint.empty()) {
    out.key("recovery").begin_object();
    member(out, "hint", hint);
    out.end_object();
  }
  member(out, "requestId", context.request_id);
  if (fault.retryable()) member(out, "retryable", *fault.retryable());
  for (const auto& [name, value] : fault.data()) {
    out.key(name);
    std::visit(ValueWriter{out}, value);
  }
  if (context.rewrites != nullptr) write_rewrites(out, *context.rewrites);
  out.end_object();
  return out.take();
}

// ---- the text ----------------------------------------------------------------------------------

/// "(reason X · retryable · request ID)".
std::string closing(const base::Fault& fault, std::string_view request_id) {
  std::vector<std::string> parts;
  if (!fault.reason().empty()) parts.push_back("reason " + fault.reason());
  if (fault.retryable()) parts.emplace_back(*fault.retryable() ? "retryable" : "not retryable");
  if (!request_id.empty()) parts.push_back("request " + std::string(request_id));
  if (parts.empty()) return {};
  return "\n\n(" + base::join(parts, " \xC2\xB7 ") + ")";
}

std::string error_text(const base::Fault& fault, const FailureContext& context) {
  std::string text = "Error: " + fault.message();
  const std::string_view hint = hint_of(fault, context);
  const bool told = fault.message().find(hint) != std::string::npos;
  if (!hint.empty() && !told) text += "\n\nRecovery: " + std::string(hint);
  return text + closing(fault, context.request_id);
}

// ---- codes and levels --------------------------------------------------------------------------

constexpr std::array<base::Code, 4> kOwnFault = {base::Code::kInvalidParams,
                                                 base::Code::kInvalidRequest, base::Code::kNotFound,
                                                 base::Code::kValidation};

constexpr std::array<std::string_view, 5> kExpected = {"no_match", "content_unavailable",
                                                       "pdf_extraction_failed",
                                                       "version_not_served", "invalid_arguments"};

base::Code modern_code(base::Code code) {
  const bool own = std::find(kOwnFault.begin(), kOwnFault.end(), code) != kOwnFault.end();
  return own ? base::Code::kInvalidParams : base::Code::kInternalError;
}

}  // namespace

Result failed_call(const base::Fault& fault, const FailureContext& context) {
  json::Writer out;
  out.begin_object();
  out.key("content").begin_array().begin_object();
  member(out, "type", "text");
  member(out, "text", std::string_view(error_text(fault, context)));
  out.end_object().end_array();
  out.key("structuredContent").begin_object().key("error").begin_object();
  member(out, "code", std::int64_t{static_cast<int>(fault.code())});
  member(out, "message", std::string_view(fault.message()));
  out.key("data").raw(error_data(fault, context, nullptr));
  out.end_object().end_object();
  member(out, "isError", true);
  out.end_object();
  const std::string object = out.take();
  return {object.substr(1, object.size() - 2)};
}

Error failed_request(const base::Fault& fault, const FailureContext& context,
                     const Revision& revision) {
  const base::Code code = fault.code();
  const base::Code told = revision.era == kModern ? modern_code(code) : code;
  return {static_cast<int>(told), fault.message(),
          error_data(fault, context, told == code ? nullptr : &code)};
}

base::Fault current_fault(std::string& detail) {
  try {
    throw;
  } catch (const base::Fault& fault) {
    return fault;
  } catch (const std::exception& exception) {
    detail = exception.what();
  } catch (...) {
    detail = "an exception of an unknown type";
  }
  return base::Fault(base::Code::kInternalError, "", internal_error().message);
}

base::Level severity(const base::Fault& fault) {
  if (fault.code() == base::Code::kCancelled) return base::Level::kInfo;
  const bool expected =
      std::find(kExpected.begin(), kExpected.end(), fault.reason()) != kExpected.end();
  return expected ? base::Level::kNotice : base::Level::kError;
}

}  // namespace mcp

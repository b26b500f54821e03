#include "mcpd/tools/recoveries.h"

namespace tools {
namespace {

constexpr mcp::Recovery kInvalidId = {
    "invalid_id",
    "Use ids such as 2401.12345, 2401.12345v2 or hep-th/9901001; arxiv_search_papers finds them."};
constexpr mcp::Recovery kNoMatch = {
    "no_match", "Check the id, or find the paper by title or author with arxiv_search_papers."};
constexpr mcp::Recovery kVersionUnavailable = {
    "version_unavailable",
    "Ask without a version for the one that is held, if any, or allow look-ups at arXiv."};
constexpr mcp::Recovery kVersionNotServed = {
    "version_not_served",
    "Ask without a version for the latest one, or read the PDF that the message names."};
constexpr mcp::Recovery kRateLimited = {
    "rate_limited", "Wait cooldownAppliedMs milliseconds before the next call that needs arXiv."};
constexpr mcp::Recovery kInvalidRequest = {"invalid_request",
                                           "Correct what the message names, then call again."};
constexpr mcp::Recovery kUnknownCategory = {
    "unknown_category", "Use one of the suggestions, or a code from arxiv_list_categories."};
constexpr mcp::Recovery kInvalidDateRange = {
    "invalid_date_range",
    "Give days that exist as YYYY-MM-DD, submitted_from not after submitted_to."};
constexpr mcp::Recovery kUnsupportedSyntax = {
    "unsupported_query_syntax",
    "Put words, \"phrases\" and ti: au: abs: co: jr: cat: terms together with AND, OR, ANDNOT and "
    "parentheses."};
constexpr mcp::Recovery kStartBeyondLimit = {
    "start_beyond_result_limit",
    "Search one submitted_from/submitted_to window after another, each from start 0."};
constexpr mcp::Recovery kContentUnavailable = {
    "content_unavailable",
    "Call arxiv_get_metadata for the abstract, or ask for another version of the paper."};
constexpr mcp::Recovery kPdfExtractionFailed = {
    "pdf_extraction_failed",
    "Give the user the PDF's address, or call arxiv_get_metadata for the abstract."};
constexpr mcp::Recovery kReadVersionUnavailable = {
    "version_unavailable",
    "Try again later, or ask without a version for the one that the mirror holds."};

}  // namespace

std::vector<mcp::Recovery> lookup_recoveries() {
  return {kInvalidId,        kNoMatch,     kVersionUnavailable,
          kVersionNotServed, kRateLimited, kInvalidRequest};
}

std::vector<mcp::Recovery> search_recoveries() {
  return {kUnknownCategory,  kInvalidDateRange, kUnsupportedSyntax,
          kStartBeyondLimit, kRateLimited,      kInvalidRequest};
}

std::vector<mcp::Recovery> read_recoveries() {
  return {kInvalidId,
          kNoMatch,
          kContentUnavailable,
          kPdfExtractionFailed,
          kReadVersionUnavailable,
          kVersionNotServed,
          kRateLimited,
          kInvalidRequest};
}

}  // namespace tools

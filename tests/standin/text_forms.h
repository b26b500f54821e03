#pragma once

/// The written forms arXiv's services share: XML text, dates, percent-encoded query strings. Pure.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/clock.h"

namespace standin {

/// Appends `text` with the five reserved characters escaped as arXiv's templates do it: quotes as
/// numeric references.
void append_escaped(std::string& out, std::string_view text);
std::string escaped(std::string_view text);

/// Appends `<name>text</name>`, the text escaped.
void append_element(std::string& out, std::string_view name, std::string_view text);

/// `Mon, 22 Jan 2024 18:59:01 GMT`.
std::string to_email_date(std::chrono::sys_seconds time);

/// `2024-01-22T18:59:01Z`.
std::string to_seconds(base::WallTime time);

/// A query string's arguments in order, repeated names kept, each unquoted once; `+` is a blank.
using Arguments = std::vector<std::pair<std::string, std::string>>;
Arguments parse_query(std::string_view query);

/// `text` with its percent escapes resolved; a broken escape stays as it is.
std::string unquoted(std::string_view text);

/// The first value of `name`, or nullptr.
const std::string* argument(const Arguments& arguments, std::string_view name);

/// A non-negative decimal number and nothing else.
std::optional<std::size_t> parse_count(std::string_view text);

}  // namespace standin

#include "common/base/json.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "common/base/text.h"
#include "common/base/utf8.h"

namespace json {
namespace {

/// One pass over a JSON text before it is parsed: bounds its depth and rewrites in place what
/// RapidJSON would read wrongly. It does not judge syntax; the parser does.
class Preparation {
 public:
  explicit Preparation(std::string& text) : text_(text) {}

  bool run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\0') return false;
      if (c == '"') {
        string();
      } else if (c == '-' || base::is_digit(c)) {
        number();
      } else {
        if (c == '{' || c == '[') ++depth_;
        if (c == '}' || c == ']') --depth_;
        if (depth_ > kMaximumDepth) return false;
        ++at_;
      }
    }
    return text_.find('\0') == std::string::npos;
  }

 private:
  /// The UTF-16 unit of a \uXXXX escape at `at`, or -1.
  int escaped_unit(std::size_t at) const {
    if (text_.size() < at + 6 || text_[at] != '\\' || text_[at + 1] != 'u') return -1;
    int unit = 0;
    for (std::size_t i = at + 2; i < at + 6; ++i) {
      const char c = base::to_lower(text_[i]);
      const bool hex = base::is_digit(c) || (c >= 'a' && c <= 'f');
      if (!hex) return -1;
      unit = unit * 16 + (base::is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return unit;
  }

  void string() {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        ++at_;
        continue;
      }
      const int unit = escaped_unit(at_);
      if (unit < 0xD800 || unit > 0xDFFF) {
        at_ += 2;
        continue;
      }
      const int second = escaped_unit(at_ + 6);
      if (unit < 0xDC00 && second >= 0xDC00 && second <= 0xDFFF) {
        at_ += 12;
      } else {
        text_.replace(at_ + 2, 4, "fffd");
        at_ += 6;
      }
    }
    if (at_ < text_.size()) ++at_;
  }

  void number() {
    const std::size_t begin = at_;
    bool exponent = false;
    while (at_ < text_.size() &&
           (base::is_digit(text_[at_]) || text_[at_] == '.' || text_[at_] == '-' ||
            text_[at_] == '+' || text_[at_] == 'e' || text_[at_] == 'E')) {
      exponent = exponent || base::to_lower(text_[at_]) == 'e';
      ++at_;
    }
    if (!exponent && at_ - begin < 300) return;
    char* end = nullptr;
    const double value = std::strtod(text_.c_str() + begin, &end);
    const auto length = static_cast<std::size_t>(end - text_.c_str()) - begin;
    if (!std::isinf(value) || begin + length != at_) return;
    // The shortest overflowing number, 9e308, is as long as this one.
    std::string huge = value < 0 ? "-9e307" : "9e307";
    huge.append(length - huge.size(), ' ');
    text_.replace(begin, length, huge);
  }

  std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// A document under construction whose numbers the standard library reads: RapidJSON's own reading
/// of the nearest double overflows on some.
class NumberReader : public Document {
 public:
  bool RawNumber(const char* text, rapidjson::SizeType length, bool /*copy*/) {
    const char* const end = text + length;
    if (std::int64_t whole = 0; reads(text, end, whole)) return Int64(whole);
    if (std::uint64_t whole = 0; reads(text, end, whole)) return Uint64(whole);
    double number = 0;
    std::from_chars(text, end, number);  // a very small one stays 0
    return Double(number);
  }

 private:
  template <class Whole>
  static bool reads(const char* text, const char* end, Whole& whole) {
    const auto [behind, error] = std::from_chars(text, end, whole);
    return error == std::errc() && behind == end;
  }
};

/// `AnyValue` is Value or const Value.
template <class AnyValue>
AnyValue* find_last(AnyValue& object, std::string_view name) {
  if (!object.IsObject()) return nullptr;
  for (rapidjson::SizeType i = object.MemberCount(); i-- > 0;) {
    auto& member = object.MemberBegin()[i];
    if (text(member.name) == name) return &member.value;
  }
  return nullptr;
}

}  // namespace

std::optional<Document> parse(std::string text) {
  if (!Preparation(text).run()) return std::nullopt;
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                              rapidjson::kParseValidateEncodingFlag |
                              rapidjson::kParseNumbersAsStringsFlag;
  NumberReader document;
  bool succeeded = false;
  const auto build = [&](Document&) {
    rapidjson::MemoryStream memory(text.data(), text.size());
    rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(memory);
    rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, Memory> reader;
    succeeded = !reader.Parse<kFlags>(stream, document).IsError();
    return succeeded;
  };
  document.Populate(build);
  if (!succeeded) return std::nullopt;
  return Document(std::move(document));
}

const Value* find(const Value& object, std::string_view name) {
  return find_last(object, name);
}

Value* find(Value& object, std::string_view name) {
  return find_last(object, name);
}

std::optional<std::int64_t> integer(const Value& value) {
  if (value.IsInt64()) return value.GetInt64();
  if (!value.IsDouble()) return std::nullopt;
  constexpr double kExact = 9007199254740992.0;  // 2^53
  const double number = value.GetDouble();
  if (std::trunc(number) != number || std::fabs(number) > kExact) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::string write(const Value& value) {
  return Writer().value(value).take();
}

Writer& Writer::key(std::string_view name) {
  writer_.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
  return *this;
}

Writer& Writer::string(std::string_view value) {
  if (base::is_utf8(value)) {
    writer_.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
  } else {
    const std::string mended = base::to_utf8(value);
    writer_.String(mended.data(), static_cast<rapidjson::SizeType>(mended.size()));
  }
  return *this;
}

Writer& Writer::number(double value) {
  std::isfinite(value) ? writer_.Double(value) : writer_.Null();
  return *this;
}

Writer& Writer::raw(std::string_view text) {
  writer_.RawValue(text.data(), text.size(), rapidjson::kObjectType);
  return *this;
}

Writer& Writer::value(const Value& value) {
  value.Accept(writer_);
  return *this;
}

std::string Writer::take() {
  writer_.Reset(stream_);
  return std::exchange(out_, {});
}

}  // namespace json

#pragma once

/// The only header that includes RapidJSON. Reading is bounded in depth and never recursive;
/// writing goes through Writer straight into a string.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// A wrong-type access is a bug in the caller: it throws instead of aborting the server.
#define RAPIDJSON_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : throw std::logic_error("JSON value of another type"))
#define RAPIDJSON_HAS_STDSTRING 1
#include <rapidjson/document.h>
#include <rapidjson/writer.h>

namespace json {

/// RapidJSON writes to what it asked for without a look whether it got it.
class Memory {
 public:
  static const bool kNeedFree = true;
  void* Malloc(std::size_t size) { return size == 0 ? nullptr : got(std::malloc(size)); }
  void* Realloc(void* old, std::size_t, std::size_t size) {
    if (size != 0) return got(std::realloc(old, size));
    std::free(old);
    return nullptr;
  }
  static void Free(void* memory) { std::free(memory); }

 private:
  static void* got(void* memory) { return memory != nullptr ? memory : throw std::bad_alloc(); }
};

using Pool = rapidjson::MemoryPoolAllocator<Memory>;
using Value = rapidjson::GenericValue<rapidjson::UTF8<>, Pool>;
using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Memory>;

/// Arrays and objects inside one another that a document may hold.
inline constexpr int kMaximumDepth = 512;

/// Parses one UTF-8 JSON text; nothing when it is not one, is nested deeper than kMaximumDepth,
/// or holds a NUL byte. An escaped lone surrogate reads as U+FFFD; a number beyond a double's
/// range reads as a very large one of its sign, so that a schema can refuse it.
std::optional<Document> parse(std::string text);

/// Member `name` of `object`, the last one when it is written twice; nullptr when there is none or
/// `object` is not an object.
const Value* find(const Value& object, std::string_view name);
Value* find(Value& object, std::string_view name);

/// The text of a string value, embedded NULs included. Throws std::logic_error for other types.
inline std::string_view text(const Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

/// The value as a whole number, when it is one exactly representable in 53 bits or 64-bit JSON
/// integer syntax: 7, -3, 1e3, 2.0.
std::optional<std::int64_t> integer(const Value& value);

/// Serialises `value`.
std::string write(const Value& value);

/// Appends JSON to a string, with commas and colons placed. A short-lived object on one thread.
/// Strings have to be UTF-8: each ill-formed sequence is written as U+FFFD.
class Writer {
 public:
  Writer() : stream_{out_}, writer_(stream_) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  Writer& begin_object() { return writer_.StartObject(), *this; }
  Writer& end_object() { return writer_.EndObject(), *this; }
  Writer& begin_array() { return writer_.StartArray(), *this; }
  Writer& end_array() { return writer_.EndArray(), *this; }
  Writer& key(std::string_view name);
  Writer& string(std::string_view value);
  Writer& integer(std::int64_t value) { return writer_.Int64(value), *this; }
  /// JSON has no infinities and no NaN: they are written as null.
  Writer& number(double value);
  Writer& boolean(bool value) { return writer_.Bool(value), *this; }
  Writer& null() { return writer_.Null(), *this; }
  /// `text` is one serialised JSON value, copied as it is.
  Writer& raw(std::string_view text);
  Writer& value(const Value& value);

  /// The text so far; the Writer starts afresh.
  std::string take();
  const std::string& view() const { return out_; }

 private:
  struct Stream {
    using Ch = char;
    std::string& out;
    void Put(char c) { out += c; }
    void Flush() {}
  };
  std::string out_;
  Stream stream_;
  rapidjson::Writer<Stream, rapidjson::UTF8<>, rapidjson::UTF8<>, Memory> writer_;
};

/// Shorthand for members of an object.
inline Writer& member(Writer& out, std::string_view name, std::string_view value) {
  return out.key(name).string(value);
}
inline Writer& member(Writer& out, std::string_view name, const char* value) {
  return out.key(name).string(value);
}
inline Writer& member(Writer& out, std::string_view name, std::int64_t value) {
  return out.key(name).integer(value);
}
inline Writer& member(Writer& out, std::string_view name, bool value) {
  return out.key(name).boolean(value);
}
inline Writer& member(Writer& out, std::string_view name, const std::vector<std::string>& texts) {
  out.key(name).begin_array();
  for (const std::string& text : texts)
    out.string(text);
  return out.end_array();
}
/// null for no value.
template <class Value>
Writer& member(Writer& out, std::string_view name, const std::optional<Value>& value) {
  return value ? member(out, name, *value) : out.key(name).null();
}

}  // namespace json

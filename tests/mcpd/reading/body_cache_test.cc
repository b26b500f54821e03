#include "mcpd/reading/body_cache.h"

#include <future>

#include <doctest/doctest.h>

#include "common/base/fault.h"

namespace {

using base::Code;
using base::Deadline;
using base::Fault;
using reading::Body;
using reading::BodyCache;
using reading::SharedBody;

const auto kNever = Deadline::never();

Body body_of(const std::string& text) {
  return reading::pdf_body("https://example.org/x", text);
}

Code code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Fault& fault) {
    return fault.code();
  }
  return Code{};
}

/// A reader that tells when it has begun and ends when it may.
struct Gate {
  std::promise<void> begun;
  std::promise<void> open;
  int reads = 0;
  Body read(const std::string& text) {
    ++reads;
    begun.set_value();
    open.get_future().wait();
    return body_of(text);
  }
};

TEST_CASE("a paper that was read is not read again, until it is too old") {
  auto now = BodyCache::Clock::now();
  BodyCache cache({std::size_t{1} << 20, std::chrono::minutes(10)}, [&now] { return now; });
  int reads = 0;
  const auto read = [&] { return body_of("text " + std::to_string(++reads)); };
  const SharedBody first = cache.get("a", kNever, {}, read);
  now += std::chrono::minutes(9);
  CHECK(cache.get("a", kNever, {}, read) == first);
  CHECK(cache.get("b", kNever, {}, read)->text == "text 2");
  now += std::chrono::minutes(1);
  CHECK(cache.get("a", kNever, {}, read)->text == "text 3");
  CHECK(first->text == "text 1");
}

TEST_CASE("what is used least goes when there is no room, and what is too large is never kept") {
  BodyCache cache({3000, std::chrono::minutes(10)});
  int reads = 0;
  const auto get = [&](const char* id, std::size_t size) {
    const int before = reads;
    cache.get(id, kNever, {}, [&] {
      ++reads;
      return body_of(std::string(size, 'x'));
    });
    return reads > before;
  };
  CHECK(get("a", 1000));
  CHECK(get("b", 1000));
  CHECK_FALSE(get("a", 1000));
  CHECK(get("c", 1000));
  CHECK_FALSE(get("a", 1000));
  CHECK(get("b", 1000));
  CHECK(get("large", 5000));
  CHECK(get("large", 5000));
  CHECK_FALSE(get("b", 1000));
}

TEST_CASE("two that want one paper at once read it once") {
  BodyCache cache({});
  Gate gate;
  auto first = std::async(std::launch::async, [&] {
    return cache.get("a", kNever, {}, [&] { return gate.read("text"); });
  });
  gate.begun.get_future().wait();
  auto second = std::async(std::launch::async, [&] {
    return cache.get("a", kNever, {}, []() -> Body { throw std::logic_error("read twice"); });
  });
  gate.open.set_value();
  CHECK(first.get() == second.get());
  CHECK(gate.reads == 1);
}

TEST_CASE("a reader that is withdrawn does not fail the one who waits, who reads himself") {
  BodyCache cache({});
  std::stop_source stop;
  std::promise<void> begun;
  auto first = std::async(std::launch::async, [&] {
    return code_of([&] {
      cache.get("a", kNever, stop.get_token(), [&]() -> Body {
        begun.set_value();
        base::wait_until(kNever, stop.get_token());
        throw base::cancelled();
      });
    });
  });
  begun.get_future().wait();
  auto second = std::async(std::launch::async, [&] {
    return cache.get("a", kNever, {}, [] { return body_of("mine"); });
  });
  stop.request_stop();
  CHECK(first.get() == Code::kCancelled);
  CHECK(second.get()->text == "mine");
}

TEST_CASE("who waits for another's reading is cancelled and runs out of time by himself") {
  BodyCache cache({});
  Gate gate;
  auto first = std::async(std::launch::async, [&] {
    return cache.get("a", kNever, {}, [&] { return gate.read("text"); });
  });
  gate.begun.get_future().wait();
  const auto never = []() -> Body { throw std::logic_error("read twice"); };
  std::stop_source stop;
  stop.request_stop();
  CHECK(code_of([&] { cache.get("a", kNever, stop.get_token(), never); }) == Code::kCancelled);
  const auto over = Deadline::after(std::chrono::milliseconds(0));
  CHECK(code_of([&] { cache.get("a", over, {}, never); }) == Code::kTimeout);
  gate.open.set_value();
  CHECK(first.get()->text == "text");
}

TEST_CASE("a failure is told to all who waited for it, and is not kept") {
  BodyCache cache({});
  std::promise<void> begun;
  std::promise<void> open;
  auto first = std::async(std::launch::async, [&] {
    return code_of([&] {
      cache.get("a", kNever, {}, [&]() -> Body {
        begun.set_value();
        open.get_future().wait();
        throw Fault(Code::kNotFound, "content_unavailable", "none");
      });
    });
  });
  begun.get_future().wait();
  std::promise<void> waiting;
  auto second = std::async(std::launch::async, [&] {
    waiting.set_value();
    return code_of([&] { cache.get("a", kNever, {}, [] { return body_of("mine"); }); });
  });
  waiting.get_future().wait();
  open.set_value();
  CHECK(first.get() == Code::kNotFound);
  const Code told = second.get();  // it may have come when the failure was over
  CHECK((told == Code::kNotFound || told == Code{}));
  CHECK(cache.get("a", kNever, {}, [] { return body_of("again"); })->characters >= 4);
}

}  // namespace

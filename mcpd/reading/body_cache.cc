#include "mcpd/reading/body_cache.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/base/fault.h"

namespace reading {

/// One paper being read.
struct BodyCache::Flight {
  bool over = false;
  SharedBody body;                   // what it brought,
  std::optional<base::Fault> fault;  // or why nobody else need try; neither: it was given up
};

SharedBody BodyCache::get(const std::string& id, base::Deadline deadline,
                          const std::stop_token& stop, const std::function<Body()>& read) {
  SharedBody kept;
  const std::shared_ptr<Flight> flight = board(id, kept, deadline, stop);
  if (!flight) return kept;
  try {
    flight->body = std::make_shared<const Body>(read());
  } catch (const base::Fault& fault) {
    if (!stop.stop_requested() && !deadline.expired()) flight->fault = fault;
    land(id, *flight);
    throw;
  } catch (...) {
    land(id, *flight);
    throw;
  }
  land(id, *flight);
  return flight->body;
}

/// A flight for this caller to make, or the body in `kept`.
std::shared_ptr<BodyCache::Flight> BodyCache::board(const std::string& id, SharedBody& kept,
                                                    base::Deadline deadline,
                                                    const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if ((kept = look_up(id))) return nullptr;
    std::shared_ptr<Flight>& under_way = flights_[id];
    if (!under_way) return under_way = std::make_shared<Flight>();
    const std::shared_ptr<Flight> other = under_way;
    const bool over = landed_.wait_until(lock, stop, deadline.when(), [&] { return other->over; });
    if (stop.stop_requested()) throw base::cancelled();
    if (!over) {
      throw base::Fault(base::Code::kTimeout, "", "The paper's text did not arrive in time.");
    }
    if (other->fault) throw base::Fault(*other->fault);
    if ((kept = other->body)) return nullptr;
  }
}

void BodyCache::land(const std::string& id, Flight& flight) {
  const std::lock_guard lock(mutex_);
  flight.over = true;
  flights_.erase(id);
  if (flight.body) keep(id, flight.body);
  landed_.notify_all();
}

SharedBody BodyCache::find(const std::string& id) {
  const std::lock_guard lock(mutex_);
  return look_up(id);
}

SharedBody BodyCache::look_up(const std::string& id) {
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) { return each.id == id; });
  if (found == kept_.end()) return nullptr;
  if (now_() - found->since >= limits_.age) {
    drop(found);
    return nullptr;
  }
  kept_.splice(kept_.begin(), kept_, found);
  return found->body;
}

void BodyCache::keep(const std::string& id, const SharedBody& body) {
  if (weight(*body) > limits_.bytes) return;
  kept_.push_front({id, body, now_()});
  bytes_ += weight(*body);
  while (bytes_ > limits_.bytes)
    drop(std::prev(kept_.end()));
}

void BodyCache::drop(std::list<Kept>::iterator kept) {
  bytes_ -= weight(*kept->body);
  kept_.erase(kept);
}

}  // namespace reading

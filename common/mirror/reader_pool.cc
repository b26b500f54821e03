#include "common/mirror/reader_pool.h"

#include <utility>

namespace mirror {
namespace {

// Look-ups side by side may need more for a moment.
constexpr std::size_t kIdleReaders = 2 * ReaderPool::kSearchesAtOnce;

}  // namespace

ReaderPool::ReaderPool(std::string path, std::chrono::milliseconds lease, const base::Log& log)
    : path_(std::move(path)), lease_(lease), log_(log) {}

ReaderPool::Borrowed::Borrowed(Borrowed&& other) noexcept
    : pool_(other.pool_),
      reader_(std::exchange(other.reader_, std::nullopt)),
      pass_(std::exchange(other.pass_, std::nullopt)) {}

ReaderPool::Borrowed::~Borrowed() {
  if (reader_) pool_->give_back(std::move(*reader_));
}

std::optional<ReaderPool::Borrowed> ReaderPool::borrow(NotReady* reason) {
  while (std::optional<Reader> idle = take_idle()) {
    if (idle->is_current()) return Borrowed(*this, std::move(*idle));
  }
  Reader::Opened opened = Reader::open(path_, lease_);
  note(opened);
  if (opened.reader) return Borrowed(*this, std::move(*opened.reader));
  if (reason != nullptr) *reason = *opened.not_ready;
  return std::nullopt;
}

std::optional<ReaderPool::Borrowed> ReaderPool::borrow_for_search(base::Deadline deadline,
                                                                  const std::stop_token& stop,
                                                                  NotReady* reason) {
  Turnstile::Pass pass = searches_.enter(deadline, stop);
  std::optional<Borrowed> borrowed = borrow(reason);
  if (borrowed) borrowed->pass_.emplace(std::move(pass));
  return borrowed;
}

std::optional<Reader> ReaderPool::take_idle() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::nullopt;
  std::optional<Reader> reader(std::move(idle_.back()));
  idle_.pop_back();
  return reader;
}

void ReaderPool::give_back(Reader reader) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kIdleReaders) idle_.push_back(std::move(reader));
  } catch (const std::bad_alloc&) {
    // One connection less to reuse.
  }
}

void ReaderPool::note(const Reader::Opened& opened) {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(last_reason_, opened.not_ready) == opened.not_ready) return;
  }
  if (!opened.not_ready) return;
  std::string line(describe(*opened.not_ready));
  if (!opened.detail.empty()) line += " (" + opened.detail + ")";
  log_.debug(line);
}

}  // namespace mirror

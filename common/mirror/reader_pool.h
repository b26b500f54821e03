#pragma once

/// Readers shared between the threads that work on calls (decision 25): each call borrows one
/// connection, opened on first need and kept for the next; a file that was replaced, migrated or
/// broken is noticed and opened afresh. A few searches run at once, in the order in which they
/// came; look-ups, which take no time, wait for none. Safe to use from any thread; opens nothing
/// before the first borrow.

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "common/base/deadline.h"
#include "common/base/log.h"
#include "common/mirror/reader.h"
#include "common/mirror/turnstile.h"

namespace mirror {

class ReaderPool {
 public:
  static constexpr std::size_t kSearchesAtOnce = 4;

  ReaderPool(std::string path, std::chrono::milliseconds lease, const base::Log& log);

  /// One borrowed Reader; goes back to the pool when destroyed, unless discard() was called
  /// because the driver failed on it.
  class Borrowed {
   public:
    Borrowed(Borrowed&& other) noexcept;
    Borrowed& operator=(Borrowed&&) = delete;
    ~Borrowed();
    Reader* operator->() { return &*reader_; }
    Reader& operator*() { return *reader_; }
    void discard() { reader_.reset(); }

   private:
    friend class ReaderPool;
    Borrowed(ReaderPool& pool, Reader reader) : pool_(&pool), reader_(std::move(reader)) {}
    ReaderPool* pool_;
    std::optional<Reader> reader_;
    std::optional<Turnstile::Pass> pass_;  ///< given back behind the reader
  };

  /// A Reader on the file as it is now, or why there is none (logged at debug, once per reason
  /// and change). Never throws for a file that cannot serve.
  std::optional<Borrowed> borrow(NotReady* reason = nullptr);

  /// The same for a search, once it is its turn. Throws Fault kCancelled or kTimeout, at once when
  /// `stop` or `deadline` comes first: the search then never runs.
  std::optional<Borrowed> borrow_for_search(base::Deadline deadline, const std::stop_token& stop,
                                            NotReady* reason = nullptr);

  /// Searches that wait for their turn.
  std::size_t waiting() const { return searches_.waiting(); }

 private:
  std::optional<Reader> take_idle();
  void give_back(Reader reader) noexcept;
  void note(const Reader::Opened& opened);

  std::string path_;
  std::chrono::milliseconds lease_;
  const base::Log& log_;
  Turnstile searches_{kSearchesAtOnce};
  std::mutex mutex_;
  std::vector<Reader> idle_;
  std::optional<NotReady> last_reason_;
};

}  // namespace mirror

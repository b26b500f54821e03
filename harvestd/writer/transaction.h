#pragma once

#include "common/base/fault.h"
#include "common/mirror/sqlite.h"

namespace mirror {

/// A writing transaction: takes the write lock at once (waiting out the busy timeout) and rolls
/// back unless commit() was reached. Belongs to the thread of its Database.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
  }
  ~Transaction() {
    // SQLite may have rolled back by itself, on a full disk for example.
    if (!database_.in_transaction()) return;
    try {
      database_.execute("ROLLBACK");
    } catch (const base::Fault&) {  // closing the connection rolls back as well
    }
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() { database_.execute("COMMIT"); }

 private:
  Database& database_;
};

}  // namespace mirror

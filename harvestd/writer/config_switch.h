#pragma once

#include "common/mirror/sqlite.h"

namespace mirror {

/// While it lives, a switch of a connection (SQLITE_DBCONFIG_ ...) is on or off; it stands the
/// other way before and after. Without DEFENSIVE, SQL can change the tables of FTS5 itself; with
/// WRITABLE_SCHEMA as well, the list of the file's objects.
class ConfigSwitch {
 public:
  ConfigSwitch(Database& database, int option, bool on)
      : database_(database), option_(option), on_(on) {
    set(on_);
  }
  ~ConfigSwitch() { set(!on_); }
  ConfigSwitch(const ConfigSwitch&) = delete;
  ConfigSwitch& operator=(const ConfigSwitch&) = delete;

 private:
  void set(bool on) { sqlite3_db_config(database_.handle(), option_, on ? 1 : 0, nullptr); }

  Database& database_;
  int option_;
  bool on_;
};

}  // namespace mirror

/// Linked into a program, this makes one file operation of its SQLite fail: a shim around the
/// default VFS, controlled by two environment variables.
///
///   TEST_FILE_FAULT=KIND:N   the Nth operation of that kind fails: open, write, sync, map (of the
///                            WAL index); or `full`: the Nth write and all behind it
///   TEST_FILE_FAULT_LOG=FILE is made when the fault has happened

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace {

enum class Kind { kOpen, kWrite, kSync, kMap, kFull, kNone };

struct KindRow {
  std::string_view name;
  Kind kind;
  int code;
};
constexpr KindRow kKinds[] = {
    {"open", Kind::kOpen, SQLITE_CANTOPEN},    {"write", Kind::kWrite, SQLITE_IOERR_WRITE},
    {"sync", Kind::kSync, SQLITE_IOERR_FSYNC}, {"map", Kind::kMap, SQLITE_IOERR_SHMMAP},
    {"full", Kind::kFull, SQLITE_FULL},
};

struct Fault {
  Kind kind = Kind::kNone;
  int code = SQLITE_OK;
  long number = 0;
  std::string log;
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Fault read_fault() {
  Fault fault;
  const std::string text = variable("TEST_FILE_FAULT");
  const std::size_t colon = text.find(':');
  for (const KindRow& row : kKinds) {
    if (colon == std::string::npos || text.compare(0, colon, row.name) != 0) continue;
    fault = {row.kind, row.code, std::stol(text.substr(colon + 1)),
             variable("TEST_FILE_FAULT_LOG")};
  }
  return fault;
}

/// What an operation of `kind` answers: SQLITE_OK when it is to be done.
int outcome(Kind kind) {
  static const Fault fault = read_fault();
  static std::atomic<long> count = 0;
  const bool full = fault.kind == Kind::kFull && kind == Kind::kWrite;
  if (kind != fault.kind && !full) return SQLITE_OK;
  const long number = ++count;
  if (full ? number < fault.number : number != fault.number) return SQLITE_OK;
  std::ofstream(fault.log) << "done\n";
  return fault.code;
}

/// One open file; the default VFS's own structure lies behind it.
struct File {
  sqlite3_file base;
};

sqlite3_file* real(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<File*>(file) + 1);
}

template <auto method>
struct Forward;
template <class Result, class... Arguments,
          Result (*sqlite3_io_methods::*method)(sqlite3_file*, Arguments...)>
struct Forward<method> {
  static Result call(sqlite3_file* file, Arguments... arguments) {
    return (real(file)->pMethods->*method)(real(file), arguments...);
  }
};

/// The same for an operation that may fail instead.
template <Kind kind, auto method>
struct Fallible;
template <Kind kind, class... Arguments,
          int (*sqlite3_io_methods::*method)(sqlite3_file*, Arguments...)>
struct Fallible<kind, method> {
  static int call(sqlite3_file* file, Arguments... arguments) {
    const int code = outcome(kind);
    return code != SQLITE_OK ? code : Forward<method>::call(file, arguments...);
  }
};

using Methods = sqlite3_io_methods;
constexpr Methods kMethods = {
    3,
    Forward<&Methods::xClose>::call,
    Forward<&Methods::xRead>::call,
    Fallible<Kind::kWrite, &Methods::xWrite>::call,
    Forward<&Methods::xTruncate>::call,
    Fallible<Kind::kSync, &Methods::xSync>::call,
    Forward<&Methods::xFileSize>::call,
    Forward<&Methods::xLock>::call,
    Forward<&Methods::xUnlock>::call,
    Forward<&Methods::xCheckReservedLock>::call,
    Forward<&Methods::xFileControl>::call,
    Forward<&Methods::xSectorSize>::call,
    Forward<&Methods::xDeviceCharacteristics>::call,
    Fallible<Kind::kMap, &Methods::xShmMap>::call,
    Forward<&Methods::xShmLock>::call,
    Forward<&Methods::xShmBarrier>::call,
    Forward<&Methods::xShmUnmap>::call,
    Forward<&Methods::xFetch>::call,
    Forward<&Methods::xUnfetch>::call,
};

sqlite3_vfs* default_vfs = nullptr;

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  int code = outcome(Kind::kOpen);
  if (code != SQLITE_OK) return code;
  code = default_vfs->xOpen(default_vfs, name, real(file), flags, out_flags);
  if (real(file)->pMethods != nullptr) file->pMethods = &kMethods;
  return code;
}

bool install() {
  static sqlite3_vfs vfs;
  default_vfs = sqlite3_vfs_find(nullptr);
  vfs = *default_vfs;
  vfs.pNext = nullptr;
  vfs.zName = "faults";
  vfs.szOsFile += static_cast<int>(sizeof(File));
  vfs.xOpen = open_file;
  return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}

[[maybe_unused]] const bool installed = install();

}  // namespace

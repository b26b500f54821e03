#include "mcpd/pdftext/confinement.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "common/base/unique_fd.h"

namespace pdftext {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // whose shadow memory is larger than any limit
#else
constexpr bool kSanitized = false;
#endif

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the list of system calls has to be looked over for this architecture"
#endif

bool limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  return ::setrlimit(resource, &value) == 0;
}

bool set_limits(const Limits& limits) {
  const auto seconds = static_cast<rlim_t>(limits.processor.count());
  const bool memory = kSanitized || limit(RLIMIT_AS, limits.memory, limits.memory);
  return memory && limit(RLIMIT_CPU, seconds, seconds + 1) && limit(RLIMIT_CORE, 0, 0) &&
         limit(RLIMIT_NOFILE, 32, 32);
}

// What Poppler and fontconfig read: character maps, fonts and where to find them.
constexpr std::array<const char*, 6> kReadable = {
    "/usr/share/poppler", "/usr/share/fonts",      "/usr/local/share/fonts",
    "/etc/fonts",         "/usr/share/fontconfig", "/var/cache/fontconfig"};

// All that the first version of Landlock can forbid.
constexpr std::uint64_t kEveryAccess = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1U) - 1;

bool allow_reading(int ruleset, const char* folder) {
  const base::UniqueFd place(::open(folder, O_PATH | O_CLOEXEC));
  if (!place) return true;  // it is not there to be read
  landlock_path_beneath_attr rule{};
  rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  rule.parent_fd = place.get();
  return ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

/// True as well where the kernel has no Landlock.
bool close_file_system() {
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = kEveryAccess;
  const base::UniqueFd ruleset(static_cast<int>(::syscall(
      SYS_landlock_create_ruleset, &attributes, sizeof(attributes.handled_access_fs), 0)));
  if (!ruleset) return errno == ENOSYS || errno == EOPNOTSUPP;
  for (const char* folder : kReadable) {
    if (!allow_reading(ruleset.get(), folder)) return false;
  }
  return ::syscall(SYS_landlock_restrict_self, ruleset.get(), 0) == 0;
}

constexpr std::uint32_t kAllowed[] = {
    SYS_read,         SYS_readv,
    SYS_pread64,      SYS_write,
    SYS_writev,       SYS_lseek,
    SYS_close,        SYS_fstat,
    SYS_newfstatat,   SYS_statx,
    SYS_fstatfs,      SYS_statfs,
    SYS_getdents64,   SYS_readlinkat,
    SYS_faccessat,    SYS_faccessat2,
    SYS_getcwd,       SYS_fcntl,
    SYS_fadvise64,    SYS_brk,
    SYS_munmap,       SYS_mremap,
    SYS_madvise,      SYS_futex,
    SYS_exit,         SYS_exit_group,
    SYS_rt_sigaction, SYS_rt_sigprocmask,
    SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_getpid,       SYS_gettid,
    SYS_getuid,       SYS_geteuid,
    SYS_getgid,       SYS_getegid,
    SYS_getrandom,    SYS_clock_gettime,
    SYS_gettimeofday, SYS_uname,
    SYS_sysinfo,      SYS_sched_getaffinity,
    SYS_sched_yield,  SYS_restart_syscall,
    SYS_ppoll,
#if defined(__x86_64__)
    SYS_stat,         SYS_lstat,
    SYS_access,       SYS_readlink,
    SYS_time,
#endif
};

/// A system call that is allowed when none of `bits` is set in one of its arguments.
struct Conditional {
  std::uint32_t call;
  std::uint32_t argument;
  std::uint32_t bits;
};
constexpr Conditional kConditional[] = {
    {SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC},
    {SYS_mmap, 2, PROT_EXEC},
    {SYS_mprotect, 2, PROT_EXEC},
    // Limits may be asked for, not set: the address of new ones is null.
    {SYS_prlimit64, 2, ~0U},
#if defined(__x86_64__)
    {SYS_open, 1, O_ACCMODE | O_CREAT | O_TRUNC},
#endif
};

constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;

sock_filter load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}
sock_filter answer(std::uint32_t action) {
  return BPF_STMT(BPF_RET | BPF_K, action);
}
/// Goes on behind the next `otherwise` instructions unless the loaded value is `value`.
sock_filter require(std::uint32_t value, std::uint8_t otherwise) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, otherwise);
}

void append_conditional(std::vector<sock_filter>& filter, const Conditional& rule) {
  const std::size_t low = offsetof(seccomp_data, args) + rule.argument * sizeof(std::uint64_t);
  filter.push_back(require(rule.call, 6));
  filter.push_back(load(low));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, rule.bits, 3, 0));
  filter.push_back(load(low + sizeof(std::uint32_t)));
  filter.push_back(require(0, 1));
  filter.push_back(answer(SECCOMP_RET_ALLOW));
  filter.push_back(answer(kRefuse));
}

std::vector<sock_filter> make_filter() {
  std::vector<sock_filter> filter = {
      load(offsetof(seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      answer(SECCOMP_RET_KILL_PROCESS), load(offsetof(seccomp_data, nr))};
  for (const std::uint32_t call : kAllowed) {
    filter.push_back(require(call, 1));
    filter.push_back(answer(SECCOMP_RET_ALLOW));
  }
  for (const Conditional& rule : kConditional)
    append_conditional(filter, rule);
  filter.push_back(answer(kRefuse));
  return filter;
}

/// True as well where the kernel has no seccomp.
bool close_system_calls() {
  std::vector<sock_filter> filter = make_filter();
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) return true;
  return errno == EINVAL && ::prctl(PR_GET_SECCOMP) < 0;
}

}  // namespace

bool confine(const Limits& limits) {
  return set_limits(limits) && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && close_file_system() && close_system_calls();
}

}  // namespace pdftext

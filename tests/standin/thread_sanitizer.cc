/// In a TSan build: httplib is a system library without instrumentation, so that the locks with
/// which it guards its memory are not seen. What it does itself is left out; our code it calls is
/// not.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer looks for this name
extern "C" const char* __tsan_default_suppressions();
// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer looks for this name
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:libcpp-httplib.so\n";
}

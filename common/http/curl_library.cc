#include "common/http/curl_library.h"

#include <dlfcn.h>

#include "common/base/fault.h"

namespace http {
namespace {

constexpr const char* kName = "libcurl.so.4";

/// Puts the address of `name` into `function`.
template <class Function>
void resolve(void* library, const char* name, Function& function) {
  void* const address = library != nullptr ? ::dlsym(library, name) : nullptr;
  if (address == nullptr) {
    throw base::Fault(base::Code::kConfiguration, "",
                      std::string(kName) + " of version 7.88 or later is not installed.");
  }
  function = reinterpret_cast<Function>(address);
}

CurlLibrary load() {
  void* const library = ::dlopen(kName, RTLD_LAZY | RTLD_LOCAL);
  CurlLibrary curl{};
  resolve(library, "curl_global_init", curl.global_init);
  resolve(library, "curl_getdate", curl.getdate);
  resolve(library, "curl_slist_append", curl.slist_append);
  resolve(library, "curl_slist_free_all", curl.slist_free_all);
  resolve(library, "curl_easy_init", curl.easy_init);
  resolve(library, "curl_easy_cleanup", curl.easy_cleanup);
  resolve(library, "curl_easy_reset", curl.easy_reset);
  resolve(library, "curl_easy_setopt", curl.easy_setopt);
  resolve(library, "curl_easy_getinfo", curl.easy_getinfo);
  resolve(library, "curl_easy_header", curl.easy_header);
  resolve(library, "curl_multi_init", curl.multi_init);
  resolve(library, "curl_multi_cleanup", curl.multi_cleanup);
  resolve(library, "curl_multi_add_handle", curl.multi_add_handle);
  resolve(library, "curl_multi_remove_handle", curl.multi_remove_handle);
  resolve(library, "curl_multi_perform", curl.multi_perform);
  resolve(library, "curl_multi_info_read", curl.multi_info_read);
  resolve(library, "curl_multi_poll", curl.multi_poll);
  resolve(library, "curl_multi_wakeup", curl.multi_wakeup);
  curl.global_init(CURL_GLOBAL_DEFAULT);
  return curl;
}

}  // namespace

const CurlLibrary& curl_library() {
  static const CurlLibrary library = load();
  return library;
}

}  // namespace http

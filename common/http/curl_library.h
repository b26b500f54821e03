#pragma once

/// The functions of libcurl, whose library is loaded at the first request. Linked, it would bring
/// some thirty libraries into every start, which cost more time than all the rest of it. Private
/// to this library.

#include <curl/curl.h>

namespace http {

struct CurlLibrary {
  decltype(&curl_global_init) global_init;
  decltype(&curl_getdate) getdate;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_reset) easy_reset;
  decltype(&curl_easy_setopt) easy_setopt;
  decltype(&curl_easy_getinfo) easy_getinfo;
  decltype(&curl_easy_header) easy_header;
  decltype(&curl_multi_init) multi_init;
  decltype(&curl_multi_cleanup) multi_cleanup;
  decltype(&curl_multi_add_handle) multi_add_handle;
  decltype(&curl_multi_remove_handle) multi_remove_handle;
  decltype(&curl_multi_perform) multi_perform;
  decltype(&curl_multi_info_read) multi_info_read;
  decltype(&curl_multi_poll) multi_poll;
  decltype(&curl_multi_wakeup) multi_wakeup;
};

/// The library, started. The first call loads it for the rest of the process; any thread may.
/// Throws Fault kConfiguration, each time anew, when it is not installed or too old.
const CurlLibrary& curl_library();

}  // namespace http

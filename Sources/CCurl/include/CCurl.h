// libcurl for Swift: the header, and typed forms of its variadic functions.
#pragma once
#include <curl/curl.h>

// curl_easy_setopt, curl_multi_setopt and curl_easy_getinfo are variadic, so Swift cannot call them.
CURLcode column_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode column_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode column_curl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode column_curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode column_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);

typedef size_t (*column_curl_data_function)(char *, size_t, size_t, void *);
CURLcode column_curl_set_data_function(CURL *handle, CURLoption option, column_curl_data_function value);

CURLcode column_curl_set_prerequest_function(CURL *handle, CURLoption option, curl_prereq_callback value);
CURLcode column_curl_set_socket_function(CURL *handle, CURLoption option, curl_sockopt_callback value);

CURLMcode column_curl_multi_set_long(CURLM *handle, CURLMoption option, long value);

CURLcode column_curl_get_long(CURL *handle, CURLINFO what, long *value);
CURLcode column_curl_get_offset(CURL *handle, CURLINFO what, curl_off_t *value);
CURLcode column_curl_get_string(CURL *handle, CURLINFO what, const char **value);
CURLcode column_curl_get_pointer(CURL *handle, CURLINFO what, void **value);

// curl_share_setopt is variadic too. All handles that share run on one thread, so no locks are set.
CURLSHcode column_curl_share(CURLSH *handle, curl_lock_data what);

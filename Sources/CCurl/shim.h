// libcurl for Swift: the header, and typed forms of its variadic functions.
#pragma once
#include <curl/curl.h>

// curl_easy_setopt, curl_multi_setopt and curl_easy_getinfo are variadic, so Swift cannot call them.
static inline CURLcode column_curl_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode column_curl_set_offset(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode column_curl_set_string(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode column_curl_set_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode column_curl_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl_easy_setopt(h, o, v); }

typedef size_t (*column_curl_data_function)(char *, size_t, size_t, void *);
static inline CURLcode column_curl_set_data_function(CURL *h, CURLoption o, column_curl_data_function f) {
    return curl_easy_setopt(h, o, f);
}
static inline CURLMcode column_curl_multi_set_long(CURLM *m, CURLMoption o, long v) { return curl_multi_setopt(m, o, v); }

static inline CURLcode column_curl_get_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode column_curl_get_offset(CURL *h, CURLINFO i, curl_off_t *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode column_curl_get_string(CURL *h, CURLINFO i, const char **v) {
    char *s = 0;
    CURLcode code = curl_easy_getinfo(h, i, &s);
    *v = s;
    return code;
}
static inline CURLcode column_curl_get_pointer(CURL *h, CURLINFO i, void **v) { return curl_easy_getinfo(h, i, v); }

// curl_share_setopt is variadic too. All handles that share run on one thread, so no locks are set.
static inline CURLSHcode column_curl_share(CURLSH *s, curl_lock_data what) {
    return curl_share_setopt(s, CURLSHOPT_SHARE, what);
}

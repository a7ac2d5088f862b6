// libcurl's functions that we use, each passed on to the library once it is loaded.
#define CURL_DISABLE_TYPECHECK
#include "include/CCurl.h"

#include <late_library.h>

// The header makes macros of its variadic functions' names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_share_setopt
#undef curl_multi_setopt

static struct late_library curl = {"libcurl.so.4", 0};

#define FORWARD(result, name, parameters, arguments) LATE_FUNCTION(&curl, result, name, parameters, arguments)

FORWARD(CURLcode, curl_global_init, (long flags), (flags))
FORWARD(void, curl_free, (void *memory), (memory))

FORWARD(CURL *, curl_easy_init, (void), ())
FORWARD(void, curl_easy_cleanup, (CURL *handle), (handle))
FORWARD(void, curl_easy_reset, (CURL *handle), (handle))
FORWARD(CURLcode, curl_easy_pause, (CURL *handle, int mask), (handle, mask))
FORWARD(const char *, curl_easy_strerror, (CURLcode code), (code))

FORWARD(CURLM *, curl_multi_init, (void), ())
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi))
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *handle), (multi, handle))
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *handle), (multi, handle))
FORWARD(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running))
FORWARD(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi))
FORWARD(const char *, curl_multi_strerror, (CURLMcode code), (code))
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left))
FORWARD(CURLMcode, curl_multi_poll,
    (CURLM *multi, struct curl_waitfd extra[], unsigned int count, int milliseconds, int *ready),
    (multi, extra, count, milliseconds, ready))

FORWARD(CURLSH *, curl_share_init, (void), ())
FORWARD(CURLSHcode, curl_share_cleanup, (CURLSH *share), (share))

FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *line), (list, line))
FORWARD(void, curl_slist_free_all, (struct curl_slist *list), (list))

// Its first parameter became const in libcurl 8.
#if LIBCURL_VERSION_MAJOR >= 8
#define COLUMN_CONST_URL const
#else
#define COLUMN_CONST_URL
#endif
FORWARD(CURLU *, curl_url, (void), ())
FORWARD(void, curl_url_cleanup, (CURLU *url), (url))
FORWARD(CURLUcode, curl_url_get, (COLUMN_CONST_URL CURLU *url, CURLUPart part, char **text, unsigned int flags),
    (url, part, text, flags))
FORWARD(CURLUcode, curl_url_set, (CURLU *url, CURLUPart part, const char *text, unsigned int flags),
    (url, part, text, flags))

// The variadic ones, by the type of the one argument that an option takes.
#define VARIADIC(result, name, variadic, handle_type, option_type, value_type) \
    result name(handle_type handle, option_type option, value_type value) { \
        static result (*known)(handle_type, option_type, ...); \
        result (*call)(handle_type, option_type, ...) = __atomic_load_n(&known, __ATOMIC_ACQUIRE); \
        if (!call) { \
            call = (result(*)(handle_type, option_type, ...))late_library_function(&curl, #variadic); \
            __atomic_store_n(&known, call, __ATOMIC_RELEASE); \
        } \
        return call(handle, option, value); \
    }

VARIADIC(CURLcode, column_curl_set_long, curl_easy_setopt, CURL *, CURLoption, long)
VARIADIC(CURLcode, column_curl_set_offset, curl_easy_setopt, CURL *, CURLoption, curl_off_t)
VARIADIC(CURLcode, column_curl_set_string, curl_easy_setopt, CURL *, CURLoption, const char *)
VARIADIC(CURLcode, column_curl_set_pointer, curl_easy_setopt, CURL *, CURLoption, void *)
VARIADIC(CURLcode, column_curl_set_list, curl_easy_setopt, CURL *, CURLoption, struct curl_slist *)
VARIADIC(CURLcode, column_curl_set_data_function, curl_easy_setopt, CURL *, CURLoption, column_curl_data_function)
VARIADIC(CURLcode, column_curl_set_prerequest_function, curl_easy_setopt, CURL *, CURLoption, curl_prereq_callback)
VARIADIC(CURLcode, column_curl_set_socket_function, curl_easy_setopt, CURL *, CURLoption, curl_sockopt_callback)
VARIADIC(CURLMcode, column_curl_multi_set_long, curl_multi_setopt, CURLM *, CURLMoption, long)
VARIADIC(CURLcode, column_curl_get_long, curl_easy_getinfo, CURL *, CURLINFO, long *)
VARIADIC(CURLcode, column_curl_get_offset, curl_easy_getinfo, CURL *, CURLINFO, curl_off_t *)
VARIADIC(CURLcode, column_curl_get_pointer, curl_easy_getinfo, CURL *, CURLINFO, void **)
VARIADIC(CURLSHcode, share_what, curl_share_setopt, CURLSH *, CURLSHoption, curl_lock_data)

CURLSHcode column_curl_share(CURLSH *handle, curl_lock_data what) {
    return share_what(handle, CURLSHOPT_SHARE, what);
}

CURLcode column_curl_get_string(CURL *handle, CURLINFO what, const char **value) {
    void *text = 0;
    CURLcode code = column_curl_get_pointer(handle, what, &text);
    *value = text;
    return code;
}

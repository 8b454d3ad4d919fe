// libcurl's types, and its functions by address. Nothing is linked: the library is opened at the first request, since it brings
// thirty others along, which would cost every start of the program.
//
// libcurl's options and information are C variadics behind type-checking macros; Swift imports neither. Each function here is one
// call with the type that its options take.
#ifndef CAIRN_CURL_SHIM_H
#define CAIRN_CURL_SHIM_H
#include <curl/curl.h>
#include <dlfcn.h>

/// The functions that are used, each of the type its header declares.
#define CC_FUNCTIONS(F)                                                                            \
    F(global_init) F(easy_init) F(easy_cleanup) F(easy_reset) F(easy_perform) F(easy_setopt)       \
    F(easy_getinfo) F(easy_strerror) F(slist_append) F(slist_free_all) F(free)                     \
    F(url) F(url_cleanup) F(url_get) F(url_set) F(url_strerror) F(version)

#define CC_FIELD(name) __typeof__(&curl_##name) name;
typedef struct { CC_FUNCTIONS(CC_FIELD) } cc_library;
#undef CC_FIELD

/// Opens the library and finds all functions; 0 where it, or one of them, is missing. It stays open for good.
static inline int cc_open(const char *name, cc_library *library) {
    void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return 0;
#define CC_FIND(name)                                                      \
    library->name = (__typeof__(library->name))dlsym(opened, "curl_" #name); \
    if (!library->name) return 0;
    CC_FUNCTIONS(CC_FIND)
#undef CC_FIND
    return library->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}
#undef CC_FUNCTIONS


static inline CURLcode cc_set_long(const cc_library *curl, CURL *handle, CURLoption option, long value) {
    return curl->easy_setopt(handle, option, value);
}
static inline CURLcode cc_set_size(const cc_library *curl, CURL *handle, CURLoption option, curl_off_t value) {
    return curl->easy_setopt(handle, option, value);
}
/// libcurl makes its own copy of every string; NULL takes the option back.
static inline CURLcode cc_set_string(const cc_library *curl, CURL *handle, CURLoption option, const char *text) {
    return curl->easy_setopt(handle, option, text);
}
/// For memory that libcurl keeps using: error buffers, lists, what callbacks are given.
static inline CURLcode cc_set_memory(const cc_library *curl, CURL *handle, CURLoption option, void *memory) {
    return curl->easy_setopt(handle, option, memory);
}
/// The same type serves CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode cc_set_receiver(const cc_library *curl, CURL *handle, CURLoption option, curl_write_callback function) {
    return curl->easy_setopt(handle, option, function);
}
static inline CURLcode cc_set_reader(const cc_library *curl, CURL *handle, curl_read_callback function) {
    return curl->easy_setopt(handle, CURLOPT_READFUNCTION, function);
}
static inline CURLcode cc_set_seeker(const cc_library *curl, CURL *handle, curl_seek_callback function) {
    return curl->easy_setopt(handle, CURLOPT_SEEKFUNCTION, function);
}
static inline CURLcode cc_set_opener(const cc_library *curl, CURL *handle, curl_sockopt_callback function) {
    return curl->easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, function);
}
static inline CURLcode cc_set_watcher(const cc_library *curl, CURL *handle, curl_xferinfo_callback function) {
    return curl->easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}
static inline CURLcode cc_set_starter(const cc_library *curl, CURL *handle, curl_prereq_callback function) {
    return curl->easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
}

/// No other protocol than http and https, also after a redirect; libcurl 7.85 has new names for it.
static inline CURLcode cc_allow_web_only(const cc_library *curl, CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    CURLcode code = curl->easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    return code != CURLE_OK ? code : curl->easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
    long web = CURLPROTO_HTTP | CURLPROTO_HTTPS;
    CURLcode code = curl->easy_setopt(handle, CURLOPT_PROTOCOLS, web);
    return code != CURLE_OK ? code : curl->easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, web);
#endif
}

/// Redirects lead to https only; to be called after `cc_allow_web_only`.
static inline CURLcode cc_redirect_to_https_only(const cc_library *curl, CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl->easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "https");
#else
    return curl->easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, (long)CURLPROTO_HTTPS);
#endif
}

/// When the time is up, the thread that waits for a name server is left behind, not waited for (libcurl 7.87).
static inline CURLcode cc_leave_resolver(const cc_library *curl, CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl->easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

/// The socket of the connection used last; CURL_SOCKET_BAD when it is gone.
static inline curl_socket_t cc_last_socket(const cc_library *curl, CURL *handle) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    return curl->easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK ? socket : CURL_SOCKET_BAD;
}

/// Macros with structure do not import.
static const long cc_http2_over_tls = CURL_HTTP_VERSION_2TLS;
static const long cc_oldest_tls = CURL_SSLVERSION_TLSv1_2;
#endif

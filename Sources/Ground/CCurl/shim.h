// libcurl's options and information are C variadics behind type-checking macros; Swift imports neither.
// Each function here is one call with the type that its options take (the parentheses keep the macro away).
#ifndef CAIRN_CURL_SHIM_H
#define CAIRN_CURL_SHIM_H
#include <curl/curl.h>

static inline CURLcode cc_set_long(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode cc_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(handle, option, value);
}
/// libcurl makes its own copy of every string; NULL takes the option back.
static inline CURLcode cc_set_string(CURL *handle, CURLoption option, const char *text) {
    return (curl_easy_setopt)(handle, option, text);
}
/// For memory that libcurl goes on using: error buffers, lists, what callbacks are given.
static inline CURLcode cc_set_memory(CURL *handle, CURLoption option, void *memory) {
    return (curl_easy_setopt)(handle, option, memory);
}
/// The same type serves CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode cc_set_receiver(CURL *handle, CURLoption option, curl_write_callback function) {
    return (curl_easy_setopt)(handle, option, function);
}
static inline CURLcode cc_set_reader(CURL *handle, curl_read_callback function) {
    return (curl_easy_setopt)(handle, CURLOPT_READFUNCTION, function);
}
static inline CURLcode cc_set_seeker(CURL *handle, curl_seek_callback function) {
    return (curl_easy_setopt)(handle, CURLOPT_SEEKFUNCTION, function);
}
static inline CURLcode cc_set_starter(CURL *handle, curl_prereq_callback function) {
    return (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, function);
}

/// No other protocol than http and https, also after a redirect; libcurl 7.85 has new names for it.
static inline CURLcode cc_allow_web_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    CURLcode code = (curl_easy_setopt)(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
    long web = CURLPROTO_HTTP | CURLPROTO_HTTPS;
    CURLcode code = (curl_easy_setopt)(handle, CURLOPT_PROTOCOLS, web);
    return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_REDIR_PROTOCOLS, web);
#endif
}

/// When the time is up, the thread that waits for a name server is left behind, not waited for (libcurl 7.87).
static inline CURLcode cc_leave_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return (curl_easy_setopt)(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

/// The socket of the connection used last; CURL_SOCKET_BAD when it is gone.
static inline curl_socket_t cc_last_socket(CURL *handle) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    return (curl_easy_getinfo)(handle, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK ? socket : CURL_SOCKET_BAD;
}

/// Macros with structure do not import.
static const long cc_http2_over_tls = CURL_HTTP_VERSION_2TLS;
static const long cc_oldest_tls = CURL_SSLVERSION_TLSv1_2;
#endif

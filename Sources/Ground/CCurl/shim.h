// libcurl's options and information are C variadics behind type-checking macros; Swift imports neither.
// Each function here is one call with the type that its options take (the parentheses keep the macro away).
#ifndef CAIRN_CURL_SHIM_H
#define CAIRN_CURL_SHIM_H
#include <curl/curl.h>

typedef size_t (*cc_transfer)(char *data, size_t size, size_t count, void *context);
typedef int (*cc_seek)(void *context, curl_off_t offset, int origin);

static inline CURLcode cc_set_long(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode cc_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode cc_set_text(CURL *handle, CURLoption option, const char *value) {
    return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode cc_set_pointer(CURL *handle, CURLoption option, void *value) {
    return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode cc_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode cc_set_transfer(CURL *handle, CURLoption option, cc_transfer value) {
    return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode cc_set_seek(CURL *handle, cc_seek value) {
    return (curl_easy_setopt)(handle, CURLOPT_SEEKFUNCTION, value);
}
static inline CURLcode cc_get_long(CURL *handle, CURLINFO info, long *value) {
    return (curl_easy_getinfo)(handle, info, value);
}
static inline CURLcode cc_get_text(CURL *handle, CURLINFO info, const char **value) {
    return (curl_easy_getinfo)(handle, info, value);
}
#endif

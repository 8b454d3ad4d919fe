// libcurl's options and information are C variadics behind type-checking macros; Swift imports neither.
// Each function here is one call with the type that its options take (the parentheses keep the macro away).
#ifndef CAIRN_CURL_SHIM_H
#define CAIRN_CURL_SHIM_H
#include <curl/curl.h>
static inline CURLcode cc_set_long(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}
#endif

// libjpeg-turbo's TurboJPEG 2 API. Flags and functions import as they are.
#ifndef CAIRN_TURBOJPEG_SHIM_H
#define CAIRN_TURBOJPEG_SHIM_H
#include <turbojpeg.h>
// The library does not tell its version; the header beside this one, where it is installed, does.
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif

#define CT_TEXT(value) #value
#define CT_VALUE(value) CT_TEXT(value)
/// The version that Cairn was built with; empty where no header tells.
static inline const char *ct_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return CT_VALUE(LIBJPEG_TURBO_VERSION);
#else
    return "";
#endif
}
#undef CT_VALUE
#undef CT_TEXT
#endif

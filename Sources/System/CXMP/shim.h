// The part of Exempi's C API (exempi/xmp.h of 2.6.3) that is used. The library is opened at the first sidecar, so there is
// nothing to link and no header to install: its functions are members of a table that dlsym fills.
#ifndef CAIRN_XMP_SHIM_H
#define CAIRN_XMP_SHIM_H
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct cx_packet_t *cx_packet;
typedef struct cx_text_t *cx_text;

/// Every function used: result type, member, exported name, parameters. A text that is null stands for no value.
#define CX_FUNCTIONS(F) \
    F(bool, start, xmp_init, (void)) \
    F(bool, register_namespace, xmp_register_namespace, (const char *, const char *, cx_text)) \
    F(cx_packet, create, xmp_new_empty, (void)) \
    F(bool, destroy, xmp_free, (cx_packet)) \
    F(bool, set, xmp_set_property, (cx_packet, const char *, const char *, const char *, uint32_t)) \
    F(bool, append, xmp_append_array_item, \
      (cx_packet, const char *, const char *, uint32_t, const char *, uint32_t)) \
    F(bool, set_localized, xmp_set_localized_text, \
      (cx_packet, const char *, const char *, const char *, const char *, const char *, uint32_t)) \
    F(bool, serialize, xmp_serialize, (cx_packet, cx_text, uint32_t, uint32_t)) \
    F(cx_text, create_text, xmp_string_new, (void)) \
    F(const char *, text, xmp_string_cstr, (cx_text)) \
    F(void, destroy_text, xmp_string_free, (cx_text))

typedef struct {
#define CX_MEMBER(type, name, symbol, parameters) type (*name) parameters;
    CX_FUNCTIONS(CX_MEMBER)
#undef CX_MEMBER
} cx_library;

/// Opens the library and finds all functions; 0 where it, or one of them, is missing. It stays open for good.
static inline int cx_load(const char *name, cx_library *library) {
    void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    void *found;
    if (!opened) return 0;
#define CX_FIND(type, name, symbol, parameters) \
    if ((found = dlsym(opened, #symbol)) == NULL) return 0; \
    memcpy(&library->name, &found, sizeof found);
    CX_FUNCTIONS(CX_FIND)
#undef CX_FIND
    return 1;
}
#undef CX_FUNCTIONS
#endif

// libheif's types, and its functions by address. Nothing is linked: the library is opened at the first HEIC,
// since it brings H.265 and AV1 codecs along, which would cost every start of the program.
#ifndef CAIRN_HEIF_SHIM_H
#define CAIRN_HEIF_SHIM_H
#include <dlfcn.h>
#include <libheif/heif.h>

/// The functions that are used, each of the type its header declares.
#define CH_FUNCTIONS(F)                                                                            \
    F(context_alloc) F(context_free) F(context_set_max_decoding_threads)                           \
    F(context_set_maximum_image_size_limit) F(context_read_from_memory_without_copy)               \
    F(context_get_primary_image_handle) F(image_handle_release) F(image_handle_get_width)          \
    F(image_handle_get_height) F(image_handle_has_alpha_channel)                                   \
    F(image_handle_get_list_of_metadata_block_IDs) F(image_handle_get_metadata_size)               \
    F(image_handle_get_metadata) F(image_handle_get_raw_color_profile_size)                        \
    F(image_handle_get_raw_color_profile) F(decoding_options_alloc) F(decoding_options_free)       \
    F(get_version) F(decode_image) F(image_get_width) F(image_get_height) F(image_get_plane_readonly) F(image_release)

#define CH_FIELD(name) __typeof__(&heif_##name) name;
typedef struct { CH_FUNCTIONS(CH_FIELD) } ch_library;
#undef CH_FIELD

/// Opens the library and finds all functions; 0 where it, or one of them, is missing. It stays open for good.
static inline int ch_open(const char *name, ch_library *library) {
    void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return 0;
#define CH_FIND(name)                                                      \
    library->name = (__typeof__(library->name))dlsym(opened, "heif_" #name); \
    if (!library->name) return 0;
    CH_FUNCTIONS(CH_FIND)
#undef CH_FIND
    return 1;
}
#undef CH_FUNCTIONS
#endif

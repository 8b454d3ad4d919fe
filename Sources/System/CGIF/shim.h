// giflib's types, and its functions by address. Nothing is linked: the library is opened at the first GIF.
#ifndef CAIRN_GIF_SHIM_H
#define CAIRN_GIF_SHIM_H
#include <dlfcn.h>
#include <gif_lib.h>
#include <string.h>

/// The functions that are used, each of the type its header declares.
#define CG_FUNCTIONS(F)                                                                            \
    F(DGifOpen) F(DGifCloseFile) F(DGifGetRecordType) F(DGifGetImageDesc) F(DGifGetLine)           \
    F(DGifGetExtension) F(DGifGetExtensionNext) F(GifErrorString)

#define CG_FIELD(name) __typeof__(&name) name;
typedef struct { CG_FUNCTIONS(CG_FIELD) } cg_library;
#undef CG_FIELD

/// Opens the library and finds all functions; 0 where it, or one of them, is missing. It stays open for good.
static inline int cg_load(const char *name, cg_library *library) {
    void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return 0;
#define CG_FIND(name)                                                 \
    library->name = (__typeof__(library->name))dlsym(opened, #name);  \
    if (!library->name) return 0;
    CG_FUNCTIONS(CG_FIND)
#undef CG_FIND
    return 1;
}
#undef CG_FUNCTIONS

/// A file in memory, and how far it was read.
typedef struct {
    const unsigned char *bytes;
    size_t length, place;
} cg_source;

static inline int cg_read(GifFileType *gif, GifByteType *target, int wanted) {
    cg_source *source = (cg_source *)gif->UserData;
    size_t left = source->length - source->place;
    size_t count = (size_t)wanted < left ? (size_t)wanted : left;
    memcpy(target, source->bytes + source->place, count);
    source->place += count;
    return (int)count;
}

/// Opens a GIF in memory, which must stay there until it is closed; null with the library's error.
static inline GifFileType *cg_open(const cg_library *library, cg_source *source, int *error) {
    return library->DGifOpen(source, cg_read, error);
}
#endif

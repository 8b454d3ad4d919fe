// libtiff's types, and its functions by address. Nothing is linked: the library is opened at the first TIFF, since it
// brings a dozen codecs along, which would cost every start of the program.
#ifndef CAIRN_TIFF_SHIM_H
#define CAIRN_TIFF_SHIM_H
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <tiffio.h>

/// The functions that are used, each of the type its header declares.
#define CF_FUNCTIONS(F)                                                                            \
    F(ClientOpenExt) F(Close) F(OpenOptionsAlloc) F(OpenOptionsFree)                               \
    F(OpenOptionsSetMaxSingleMemAlloc) F(OpenOptionsSetErrorHandlerExtR)                           \
    F(OpenOptionsSetWarningHandlerExtR) F(RGBAImageOK) F(RGBAImageBegin) F(RGBAImageGet)           \
    F(RGBAImageEnd) F(GetVersion)

#define CF_FIELD(name) __typeof__(&TIFF##name) name;
typedef struct { CF_FUNCTIONS(CF_FIELD) } cf_library;
#undef CF_FIELD

/// Opens the library and finds all functions; 0 where it, or one of them, is missing. It stays open for good.
static inline int cf_load(const char *name, cf_library *library) {
    void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return 0;
#define CF_FIND(name)                                                        \
    library->name = (__typeof__(library->name))dlsym(opened, "TIFF" #name);  \
    if (!library->name) return 0;
    CF_FUNCTIONS(CF_FIND)
#undef CF_FIND
    return 1;
}
#undef CF_FUNCTIONS

/// A file in memory, how far it was read, and the first error that was told of it.
typedef struct {
    const unsigned char *bytes;
    toff_t length, place;
    char message[256];
} cf_source;

/// The message is an array, which Swift would import as a tuple of 256.
static inline const char *cf_message(const cf_source *source) { return source->message; }

static inline int cf_error(TIFF *tiff, void *user, const char *module, const char *format, va_list values) {
    (void)tiff, (void)module;
    cf_source *source = (cf_source *)user;
    if (!source->message[0]) vsnprintf(source->message, sizeof source->message, format, values);
    return 1;
}

static inline int cf_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list values) {
    (void)tiff, (void)user, (void)module, (void)format, (void)values;
    return 1;
}

static inline tmsize_t cf_read(thandle_t handle, void *target, tmsize_t wanted) {
    cf_source *source = (cf_source *)handle;
    if (source->place >= source->length || wanted <= 0) return 0;
    toff_t left = source->length - source->place;
    tmsize_t count = (toff_t)wanted < left ? wanted : (tmsize_t)left;
    memcpy(target, source->bytes + source->place, (size_t)count);
    source->place += (toff_t)count;
    return count;
}

static inline tmsize_t cf_write(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle, (void)bytes, (void)count;
    return 0;
}

static inline toff_t cf_seek(thandle_t handle, toff_t offset, int whence) {
    cf_source *source = (cf_source *)handle;
    if (whence == SEEK_CUR) offset += source->place;
    if (whence == SEEK_END) offset += source->length;
    return source->place = offset;
}

static inline toff_t cf_size(thandle_t handle) { return ((cf_source *)handle)->length; }

static inline int cf_close(thandle_t handle) {
    (void)handle;
    return 0;
}

/// Opens a TIFF in memory, which must stay there until it is closed; null where it is none.
///
/// The library takes no more than `limit` bytes at a time.
static inline TIFF *cf_open(const cf_library *library, cf_source *source, tmsize_t limit) {
    TIFFOpenOptions *options = library->OpenOptionsAlloc();
    if (!options) return NULL;
    library->OpenOptionsSetMaxSingleMemAlloc(options, limit);
    library->OpenOptionsSetErrorHandlerExtR(options, cf_error, source);
    library->OpenOptionsSetWarningHandlerExtR(options, cf_warning, source);
    // Not mapped: the library may look behind the end of what is.
    TIFF *tiff = library->ClientOpenExt(
        "", "rm", source, cf_read, cf_write, cf_seek, cf_close, cf_size, NULL, NULL, options);
    library->OpenOptionsFree(options);
    return tiff;
}

/// Decodes the first page as it is stored, rows from the top: red, green, blue and alpha of each pixel, the colors
/// multiplied by alpha. 0 where it cannot, with the reason in `source` or in `reason`.
static inline int cf_decode(
    const cf_library *library, TIFF *tiff, uint32_t width, uint32_t height, uint32_t *pixels, char reason[1024]) {
    TIFFRGBAImage image;
    reason[0] = 0;
    if (!library->RGBAImageOK(tiff, reason) || !library->RGBAImageBegin(&image, tiff, 1, reason)) return 0;
    // The orientation is the caller's to apply.
    image.orientation = image.req_orientation = ORIENTATION_TOPLEFT;
    int isWhole = image.width == width && image.height == height;
    if (!isWhole) snprintf(reason, 1024, "%u x %u pixels, and another size before", image.width, image.height);
    int decoded = isWhole && library->RGBAImageGet(&image, pixels, width, height);
    library->RGBAImageEnd(&image);
    return decoded;
}
#endif

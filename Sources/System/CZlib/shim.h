// zlib. Its init calls are macros that pass the version and the size of z_stream, and so not imported.
#ifndef CAIRN_ZLIB_SHIM_H
#define CAIRN_ZLIB_SHIM_H
#include <zlib.h>

/// Negative window bits are zlib's sign for raw deflate data without header and checksum, as zip files hold it.
static inline int cz_inflate_init(z_stream *stream, int raw) {
    return inflateInit2(stream, raw ? -MAX_WBITS : MAX_WBITS);
}

/// The window's bits and the memory level that zlib's manual names; deflate data in zlib's format.
static inline int cz_deflate_init(z_stream *stream, int level, int window_bits, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}
#endif

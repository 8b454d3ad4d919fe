// zlib. Its init calls are macros that pass the version and the size of z_stream, and so not imported.
#ifndef CAIRN_ZLIB_SHIM_H
#define CAIRN_ZLIB_SHIM_H
#include <zlib.h>

/// Negative window bits are zlib's sign for raw deflate data without header and checksum, as zip files hold it.
static inline int cz_inflate_init(z_stream *stream, int raw) {
    return inflateInit2(stream, raw ? -MAX_WBITS : MAX_WBITS);
}
#endif

// libpng's simplified API, which answers errors by value; the other one needs setjmp, which Swift has not.
#ifndef CAIRN_PNG_SHIM_H
#define CAIRN_PNG_SHIM_H
#include <png.h>

/// The format macros are casts and sums, which are not imported.
static const png_uint_32 cp_format_rgb = PNG_FORMAT_RGB;
static const png_uint_32 cp_format_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 cp_flag_alpha = PNG_FORMAT_FLAG_ALPHA;
static const png_uint_32 cp_flag_16_bit_srgb = PNG_IMAGE_FLAG_16BIT_sRGB;

/// The library's message is an array, which Swift would import as a tuple of 64.
static inline const char *cp_message(const png_image *image) { return image->message; }

/// An image that nothing was read into; `version` is what the library asks for.
static inline png_image cp_new_image(void) {
    png_image image = {0};
    image.version = PNG_IMAGE_VERSION;
    return image;
}
#endif

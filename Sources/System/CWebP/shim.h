// libwebp's decoder.
#ifndef CAIRN_WEBP_SHIM_H
#define CAIRN_WEBP_SHIM_H
#include <webp/decode.h>

/// Decodes to memory of ours, 3 bytes a pixel or 4; the output buffer's union is filled in here.
static inline VP8StatusCode cw_decode(const uint8_t *data, size_t size, uint8_t *pixels, size_t pixels_size,
                                      int stride, int with_alpha) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return VP8_STATUS_INVALID_PARAM;
    config.output.colorspace = with_alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = stride;
    config.output.u.RGBA.size = pixels_size;
    VP8StatusCode status = WebPDecode(data, size, &config);
    WebPFreeDecBuffer(&config.output);
    return status;
}
#endif

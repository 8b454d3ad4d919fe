internal import CWebP

/// What a WebP's chunks say besides its pixels.
struct WebPHeader {
    /// The size of the canvas.
    let size: PixelSize
    /// Whether pixels may be transparent.
    let hasAlpha: Bool
    /// The TIFF structure of the EXIF chunk; empty where there is none.
    private(set) var exif: [UInt8] = []

    /// Asks libwebp for the features, and walks the chunks for the EXIF one.
    init(_ bytes: Span<UInt8>) throws(PictureError) {
        var features = WebPBitstreamFeatures()
        let status = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe WebPGetFeatures(buffer.baseAddress, buffer.count, &features)
        }
        try Self.check(status)
        guard features.has_animation == 0 else { throw .unsupported(.webp, .variant("an animation")) }
        size = PixelSize(width: Int(features.width), height: Int(features.height))
        hasAlpha = features.has_alpha != 0
        // What lies behind the end of the container belongs to no picture.
        let end = 8 + (bytes.littleEndian32(at: 4) ?? 0)
        var offset = 12
        while offset + 8 <= end, let length = bytes.littleEndian32(at: offset + 4) {
            if bytes.has("EXIF", at: offset) {
                // The container asks for the bare TIFF structure; some writers keep JPEG's prefix.
                let prefix = bytes.has("Exif\0\0", at: offset + 8) ? 6 : 0
                exif = bytes.copy(from: offset + 8 + prefix, count: length - prefix)
                return
            }
            offset += 8 + length + (length & 1)
        }
    }

    /// The library's status as an error.
    static func check(_ status: VP8StatusCode) throws(PictureError) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory(.webp)
        case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(.webp, .variant("a feature libwebp does not know"))
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
            throw .truncated(.webp, message: "not enough data")
        default: throw .damaged(.webp, message: "bitstream error")
        }
    }
}

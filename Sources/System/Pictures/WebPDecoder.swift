internal import CWebP

/// Decodes a still WebP, lossy or lossless, at its full size.
///
/// libwebp's own scaler is not used: it averages with fixed-point weights of its own, and then two filters
/// would follow each other.
/// - Parameter layer: scratch for pictures with transparency.
func decodeWebP(
    _ bytes: Span<UInt8>, pixelLimit: Int, layer: inout [UInt8], into bitmap: inout Bitmap
) throws(PictureError) {
    // libwebp reads coded pixels that end too early on into the chunks behind them, which the copy has not.
    if let parts = try? PictureParts(bytes, .webp) {
        try decodeWebPFile(parts.copy(of: bytes).span, pixelLimit: pixelLimit, layer: &layer, into: &bitmap)
    } else {
        try decodeWebPFile(bytes, pixelLimit: pixelLimit, layer: &layer, into: &bitmap)
    }
}

private func decodeWebPFile(
    _ bytes: Span<UInt8>, pixelLimit: Int, layer: inout [UInt8], into bitmap: inout Bitmap
) throws(PictureError) {
    let header = try WebPHeader(bytes)
    try header.size.check(limit: pixelLimit, of: .webp)
    guard bitmap.reshape(to: header.size) else { throw .outOfMemory(.webp) }
    if header.hasAlpha {
        guard layer.reserve(header.size.width * header.size.height * 4) else { throw .outOfMemory(.webp) }
        try decodeWebP(bytes, rowBytes: header.size.width * 4, withAlpha: true, into: &layer)
        flattenAlpha(layer, into: &bitmap.pixels)
    } else {
        try decodeWebP(bytes, rowBytes: header.size.width * 3, withAlpha: false, into: &bitmap.pixels)
    }
}

private func decodeWebP(
    _ bytes: Span<UInt8>, rowBytes: Int, withAlpha: Bool, into pixels: inout [UInt8]
) throws(PictureError) {
    let status = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe pixels.withUnsafeMutableBufferPointer { target in
            unsafe cw_decode(
                source.baseAddress, source.count, target.baseAddress, target.count, Int32(rowBytes), withAlpha ? 1 : 0)
        }
    }
    try WebPHeader.check(status)
}

internal import CPNG

/// Decodes PNG of every depth and color type to 8-bit RGB.
///
/// - Parameter layer: scratch for pictures with transparency.
func decodePNG(
    _ bytes: Span<UInt8>, pixelLimit: Int, layer: inout [UInt8], into bitmap: inout Bitmap
) throws(PictureError) {
    try PNGHeader(bytes).size.check(limit: pixelLimit, of: .png)
    var image = unsafe cp_new_image()
    defer { unsafe png_image_free(&image) }
    let begun = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe png_image_begin_read_from_memory(&image, buffer.baseAddress, buffer.count)
    }
    guard begun != 0 else { throw unsafe pngError(image) }
    let size = unsafe PixelSize(width: Int(image.width), height: Int(image.height))
    try size.check(limit: pixelLimit, of: .png)
    // Without this libpng takes 16-bit pictures that name no gamma as linear light, which no scanner writes.
    unsafe image.flags |= cp_flag_16_bit_srgb
    let hasAlpha = unsafe image.format & cp_flag_alpha != 0
    unsafe image.format = hasAlpha ? cp_format_rgba : cp_format_rgb
    guard bitmap.reshape(to: size) else { throw .outOfMemory(.png) }
    if hasAlpha {
        guard layer.reserve(size.width * size.height * 4) else { throw .outOfMemory(.png) }
        try unsafe finishPNG(&image, rowBytes: size.width * 4, into: &layer)
        flattenAlpha(layer, into: &bitmap.pixels)
    } else {
        try unsafe finishPNG(&image, rowBytes: size.width * 3, into: &bitmap.pixels)
    }
}

private func finishPNG(
    _ image: inout png_image, rowBytes: Int, into pixels: inout [UInt8]
) throws(PictureError) {
    guard let stride = Int32(exactly: rowBytes) else {
        throw .unsupported(.png, .variant("rows of \(rowBytes) bytes"))
    }
    let finished = unsafe pixels.withUnsafeMutableBufferPointer { buffer in
        unsafe png_image_finish_read(&image, nil, buffer.baseAddress, stride, nil)
    }
    guard finished != 0 else { throw unsafe pngError(image) }
}

private func pngError(_ image: png_image) -> PictureError {
    let message = unsafe withUnsafePointer(to: image) { unsafe String(cString: cp_message($0)) }
    if message.contains("out of memory") || message.contains("nsufficient memory") { return .outOfMemory(.png) }
    let isCut = ["read beyond end", "Not enough", "runcated", "Too much image data"].contains(where: message.contains)
    return isCut ? .truncated(.png, message: message) : .damaged(.png, message: message)
}

/// Lays transparent pixels on white paper.
///
/// One fixed color for every format. White, since most transparent pictures are drawings and letters made for
/// white pages, of which black would leave nothing to see. The bytes are mixed as they are, as browsers do.
func flattenAlpha(_ layer: [UInt8], into pixels: inout [UInt8]) {
    let count = min(layer.count / 4, pixels.count / 3)
    let source = layer.span
    var target = pixels.mutableSpan
    for pixel in 0..<count {
        let alpha = UInt32(source[4 * pixel + 3])
        for channel in 0..<3 {
            let mixed = UInt32(source[4 * pixel + channel]) * alpha + 255 * (255 - alpha)
            target[3 * pixel + channel] = UInt8(truncatingIfNeeded: (mixed + 127) / 255)
        }
    }
}

/// Lays transparent pixels on white paper.
///
/// One fixed colour for every format. White, since most transparent pictures are drawings and letters made for
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

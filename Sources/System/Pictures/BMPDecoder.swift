/// Decodes a BMP of plain rows: 1, 2, 4 or 8 bits of a palette, or 16, 24 or 32 bits of color.
///
/// It is read here, since Debian has no library that reads a BMP out of memory and little else: a BMP is rows of
/// numbers. Rows that are packed (RLE, and JPEG or PNG inside) are hardly ever written and are refused.
///
/// - Parameter layer: scratch for pictures with transparency.
func decodeBMP(
    _ bytes: Span<UInt8>, pixelLimit: Int, layer: inout [UInt8], into bitmap: inout Bitmap
) throws(PictureError) {
    let header = try BMPHeader(bytes, isWhole: true)
    try header.size.check(limit: pixelLimit, of: .bmp)
    guard [0, 3, 6].contains(header.compression) else {
        throw .unsupported(.bmp, .variant("its rows are packed by method \(header.compression)"))
    }
    guard bitmap.reshape(to: header.size) else { throw .outOfMemory(.bmp) }
    switch header.depth {
    case 1, 2, 4, 8: try BMPPalette(bytes, header).paint(bytes, header, into: &bitmap)
    case 16, 24, 32:
        let colors = try BMPColors(bytes, header)
        guard colors.hasAlpha else { return colors.paint(bytes, header, channels: 3, into: &bitmap.pixels) }
        guard layer.reserve(header.size.width * header.size.height * 4) else { throw .outOfMemory(.bmp) }
        colors.paint(bytes, header, channels: 4, into: &layer)
        flattenAlpha(layer, into: &bitmap.pixels)
    default: throw .damaged(.bmp, message: "\(header.depth) bits a pixel")
    }
}

/// The colors of pixels that are numbers of them.
private struct BMPPalette {
    /// Blue, green and red of each color.
    private let colors: [(UInt8, UInt8, UInt8)]

    /// Reads the palette, which stands behind the header.
    init(_ bytes: Span<UInt8>, _ header: BMPHeader) throws(PictureError) {
        let width = header.length == 12 ? 3 : 4
        let told = header.length == 12 ? 0 : bytes.littleEndian32(at: 46) ?? 0
        let count = told == 0 ? 1 << header.depth : min(told, 1 << header.depth)
        let start = 14 + header.length + (header.compression == 3 && header.length == 40 ? 12 : 0)
        guard start + count * width <= bytes.count else {
            throw PictureError.truncated(.bmp, message: "the palette is cut short")
        }
        colors = (0..<count).map { index in
            let offset = start + index * width
            return (bytes[offset], bytes[offset + 1], bytes[offset + 2])
        }
    }

    func paint(_ bytes: Span<UInt8>, _ header: BMPHeader, into bitmap: inout Bitmap) throws(PictureError) {
        let (width, depth) = (header.size.width, header.depth)
        var target = bitmap.pixels.mutableSpan
        for y in 0..<header.size.height {
            let row = header.rowOffset(y)
            for x in 0..<width {
                // The leftmost pixel stands in the highest bits.
                let shift = 8 - depth - x * depth % 8
                let color = Int(bytes[row + x * depth / 8] >> UInt8(shift)) & (1 << depth - 1)
                guard color < colors.count else {
                    throw .damaged(.bmp, message: "color \(color) of \(colors.count)")
                }
                let pixel = 3 * (y * width + x)
                (target[pixel + 2], target[pixel + 1], target[pixel]) = colors[color]
            }
        }
    }
}

/// How pixels hold their colors: which bits are red, green, blue and alpha.
private struct BMPColors {
    private let masks: [UInt32]

    /// Whether pixels may be transparent.
    var hasAlpha: Bool { masks[3] != 0 }

    /// Reads the masks, which stand in the header or behind it.
    init(_ bytes: Span<UInt8>, _ header: BMPHeader) throws(PictureError) {
        guard header.compression != 0 else {
            masks = header.depth == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
            return
        }
        // A header of 40 bytes has three masks behind it, by method 6 four; longer ones have them inside.
        let count = header.compression == 6 || header.length >= 56 ? 4 : 3
        var masks: [UInt32] = []
        for index in 0..<count {
            guard let mask = bytes.littleEndian32(at: 54 + 4 * index) else {
                throw PictureError.truncated(.bmp, message: "the header is cut short")
            }
            masks.append(UInt32(truncatingIfNeeded: mask))
        }
        guard header.depth != 24, masks[0] != 0, masks[1] != 0, masks[2] != 0 else {
            throw PictureError.damaged(.bmp, message: "a color without bits")
        }
        self.masks = masks + (count == 3 ? [0] : [])
    }

    func paint(_ bytes: Span<UInt8>, _ header: BMPHeader, channels: Int, into pixels: inout [UInt8]) {
        let (width, step) = (header.size.width, header.depth / 8)
        let shifts = masks.map { UInt32($0.trailingZeroBitCount % 32) }
        let greatest = zip(masks, shifts).map { UInt64($0 >> $1) }
        var target = pixels.mutableSpan
        for y in 0..<header.size.height {
            let row = header.rowOffset(y)
            for x in 0..<width {
                var number: UInt32 = 0
                for byte in 0..<step { number |= UInt32(bytes[row + x * step + byte]) << UInt32(8 * byte) }
                for channel in 0..<channels {
                    let value = UInt64((number & masks[channel]) >> shifts[channel])
                    target[channels * (y * width + x) + channel] = UInt8(
                        truncatingIfNeeded: (value * 255 + greatest[channel] / 2) / greatest[channel])
                }
            }
        }
    }
}

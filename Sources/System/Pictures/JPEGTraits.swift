/// What programs have to know of a JPEG file that they take as it is.
package struct JPEGTraits: Sendable {
    /// The size of its raster.
    package let size: PixelSize
    /// 1 grey, 3 colors, 4 CMYK.
    package let components: Int
    /// Whether 0 is full color, as Adobe's programs write CMYK.
    package let isInverted: Bool
    /// Dots an inch by its JFIF or EXIF segment; nil where neither says so.
    package let density: Double?

    /// The traits of a file; nil of what is another format, or a kind that not all programs read.
    package init?(_ bytes: Span<UInt8>) {
        // Baseline, extended and progressive, in Huffman codes.
        guard PictureFormat(of: bytes) == .jpeg, let header = try? JPEGHeader(bytes),
            [0xC0, 0xC1, 0xC2].contains(header.frame), [1, 3, 4].contains(header.components)
        else { return nil }
        // Three components that are no YCbCr by anything but their names are read in different ways.
        guard header.components != 3 || header.adobeTransform != 0 else { return nil }
        size = header.size
        components = header.components
        isInverted = header.components == 4 && header.adobeTransform != nil
        density = Self.jfifDensity(bytes) ?? ExifBlock(header.exif)?.dotsPerInch
    }

    /// The density in the first segment, where that is JFIF's (ITU-T T.871, section 10.1).
    private static func jfifDensity(_ bytes: Span<UInt8>) -> Double? {
        guard bytes.count > 20, bytes[3] == 0xE0, bytes.has("JFIF\0", at: 6), let across = bytes.bigEndian16(at: 14)
        else { return nil }
        switch bytes[13] {
        case 1: return Double(across)
        case 2: return Double(across) * 2.54
        default: return nil
        }
    }
}

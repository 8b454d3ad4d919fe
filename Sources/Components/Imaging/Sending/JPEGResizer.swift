internal import Pictures
internal import Domain

/// Makes decoded pictures into upright JPEG files of smaller sizes; keeps its memory from picture to picture.
final class JPEGResizer {
    /// What decides one axis's table.
    private struct Key: Hashable {
        var sourceCount: Int
        var length: Double
        var count: Int
    }

    private let downscaler = Downscaler()
    private var axes: [Key: DownscaleAxis] = [:]
    private var encoder: JPEGEncoder?
    private var scaled = Bitmap()
    private var upright = Bitmap()

    /// The stored size that a picture must be decoded to, at least, for an upright one of some size.
    ///
    /// Small pictures are decoded in full: it costs nothing, and the size of a decoded one would not tell the scale.
    static func decodedSize(of header: PictureHeader, for size: Size) -> PixelSize {
        guard min(header.stored.width, header.stored.height) >= 64 else { return header.stored }
        let wanted = PixelSize(width: size.width, height: size.height)
        return header.orientation >= 5 ? wanted.swapped : wanted
    }

    /// The upright JPEG of a picture.
    ///
    /// - Parameters:
    ///   - decoded: the picture as stored, decoded to `decodedSize` or larger.
    ///   - size: the upright size, no larger than the picture's.
    func make(
        _ decoded: Bitmap, _ header: PictureHeader, size: Size, quality: Int, carrying carried: CarriedMetadata
    ) throws(PictureError) -> [UInt8] {
        if encoder == nil { encoder = JPEGEncoder() }
        guard let encoder else { throw .outOfMemory(.jpeg) }
        // An orientation out of range never leaves the header's reader.
        let orientation = Orientation(rawValue: header.orientation) ?? .topLeft
        let wanted = orientation.turn(size)
        let scale = decodingScale(of: header.stored, decoded.size)
        let covered = (x: Double(header.stored.width) / scale, y: Double(header.stored.height) / scale)
        let isScaled = covered.x != Double(wanted.width) || covered.y != Double(wanted.height)
        if isScaled {
            let x = axis(decoded.width, covered.x, wanted.width)
            let y = axis(decoded.height, covered.y, wanted.height)
            guard downscaler.resize(decoded, x: x, y: y, into: &scaled) else { throw .outOfMemory(header.format) }
        }
        // Turned at its final size, which is the least work.
        guard orientation != .topLeft else {
            return try encoder.encode(isScaled ? scaled : decoded, quality: quality, carrying: carried)
        }
        guard orientation.apply(to: isScaled ? scaled : decoded, into: &upright) else {
            throw .outOfMemory(header.format)
        }
        return try encoder.encode(upright, quality: quality, carrying: carried)
    }

    private func axis(_ sourceCount: Int, _ length: Double, _ count: Int) -> DownscaleAxis {
        let key = Key(sourceCount: sourceCount, length: length, count: count)
        if let known = axes[key] { return known }
        // A set of pictures of countless sizes must not make countless tables.
        if axes.count >= 16 { axes.removeAll() }
        let made = DownscaleAxis(sourceCount: sourceCount, length: length, count: count)
        axes[key] = made
        return made
    }
}

/// How many stored pixels a decoded one stands for, each way: 1, or what JPEG was decoded at.
///
/// A decoded edge is rounded up, and so its last pixel may stand for less: only the exact scale says where a pixel
/// lies in the original.
func decodingScale(of stored: PixelSize, _ decoded: PixelSize) -> Double {
    for scale in [2, 4, 8]
    where (stored.width + scale - 1) / scale == decoded.width && (stored.height + scale - 1) / scale == decoded.height {
        return Double(scale)
    }
    return 1
}

internal import Pictures
internal import Domain

/// Makes decoded pictures into upright JPEG files of smaller sizes; keeps its memory from picture to picture.
final class JPEGResizer {
    /// What decides one axis's table.
    private struct Key: Hashable {
        var sourceCount: Int
        var length: Double
        var pixels: Int
        var count: Int
        var step: Int
        var padsStart: Bool
    }

    private let downscaler = Downscaler()
    private var axes: [Key: DownscaleAxis] = [:]
    private var encoder: JPEGEncoder?
    /// The planes at their final size, and turned; three at most.
    private var scaled = [Bitmap](repeating: Bitmap(), count: 3)
    private var turned = [Bitmap](repeating: Bitmap(), count: 3)

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
        _ decoded: DecodedPicture, _ header: PictureHeader, size: Size, quality: Int, carrying carried: CarriedMetadata
    ) throws(PictureError) -> [UInt8] {
        if encoder == nil { encoder = JPEGEncoder() }
        guard let encoder else { throw .outOfMemory(.jpeg) }
        // An orientation out of range never leaves the header's reader.
        let orientation = Orientation(rawValue: header.orientation) ?? .topLeft
        let upright = PixelSize(width: size.width, height: size.height)
        let wanted = orientation.swapsAxes ? upright.swapped : upright
        let scale = decodingScale(of: header.stored, decoded.size)
        let covered = (x: Double(header.stored.width) / scale, y: Double(header.stored.height) / scale)
        var planes: [Bitmap] = []
        let sizes = JPEGEncoder.planeSizes(of: wanted, count: decoded.planes.count)
        for (index, plane) in decoded.planes.enumerated() {
            let (size, step) = (sizes[index], index == 0 ? 1 : 2)
            let x = axis(
                Key(
                    sourceCount: plane.bitmap.width, length: covered.x / Double(plane.subsampling),
                    pixels: wanted.width, count: size.width, step: step, padsStart: orientation.beginsAtEnd.x))
            let y = axis(
                Key(
                    sourceCount: plane.bitmap.height, length: covered.y / Double(plane.subsampling),
                    pixels: wanted.height, count: size.height, step: step, padsStart: orientation.beginsAtEnd.y))
            let isScaled = !x.isIdentity || !y.isIdentity
            if isScaled, !downscaler.resize(plane.bitmap, x: x, y: y, into: &scaled[index]) {
                throw .outOfMemory(header.format)
            }
            let result = isScaled ? scaled[index] : plane.bitmap
            guard orientation != .topLeft else {
                planes.append(result)
                continue
            }
            // At its final size turning is the least work.
            guard orientation.apply(to: result, into: &turned[index]) else { throw .outOfMemory(header.format) }
            planes.append(turned[index])
        }
        return planes[0].channels == 3
            ? try encoder.encode(planes[0], quality: quality, carrying: carried)
            : try encoder.encode(planes: planes, of: upright, quality: quality, carrying: carried)
    }

    private func axis(_ key: Key) -> DownscaleAxis {
        if let known = axes[key] { return known }
        // A set of pictures of countless sizes must not make countless tables; each size has four.
        if axes.count >= 64 { axes.removeAll() }
        let made = DownscaleAxis(
            sourceCount: key.sourceCount, length: key.length, pixels: key.pixels, count: key.count, step: key.step,
            padsStart: key.padsStart)
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
    where stored.divided(by: scale) == decoded { return Double(scale) }
    return 1
}

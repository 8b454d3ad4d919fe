internal import Pictures
internal import Vocabulary

/// Makes picture files into upright JPEG files of smaller sizes; keeps its tools and its memory from picture to picture.
///
/// First a picture is opened; then files are made of it until one is short enough. Ordinary photographs that become much
/// smaller stay in the planes that JPEG keeps them in, which costs half as much as taking them apart into colours.
final class JPEGMaker {
    private let decoder: PictureDecoder
    private let reduced = ReducedDecoder()
    private let downscaler = Downscaler()
    private var encoder: JPEGEncoder?
    private var (planes, scaledPlanes, uprightPlanes) = (Planes(), Planes(), Planes())
    private var (bitmap, scaledBitmap, uprightBitmap) = (Bitmap(), Bitmap(), Bitmap())
    private var isInPlanes = false

    init(_ decoder: PictureDecoder) { self.decoder = decoder }

    /// Decodes a picture, as large as an upright file of some size needs it.
    func open(_ bytes: Span<UInt8>, _ header: PictureHeader, for size: Size, pixelLimit: Int) throws(PictureError) {
        // Small pictures are decoded in full: it costs nothing, and the size of a decoded one would not tell the scale.
        let isSmall = min(header.stored.width, header.stored.height) < 64
        let wanted = isSmall ? header.stored : stored(size, header)
        isInPlanes = header.format == .jpeg && reduced.decode(bytes, atLeast: wanted, into: &planes)
        if isInPlanes { return }
        try decoder.decode(bytes, atLeast: wanted, pixelLimit: pixelLimit, into: &bitmap)
    }

    /// The upright file of the opened picture.
    ///
    /// - Parameter size: no larger than the picture was opened for.
    func make(
        _ header: PictureHeader, size: Size, quality: Int, carrying carried: CarriedMetadata
    ) throws(PictureError) -> [UInt8] {
        if encoder == nil { encoder = JPEGEncoder() }
        guard let encoder else { throw .outOfMemory(.jpeg) }
        // An orientation out of range never leaves the header's reader.
        let orientation = Orientation(rawValue: header.orientation) ?? .topLeft
        // Turned at the final size, which is the least work.
        let (turning, wanted) = (orientation.turning, stored(size, header))
        guard isInPlanes else {
            let isScaled = try scale(header, to: wanted)
            guard orientation != .topLeft else {
                return try encoder.encode(isScaled ? scaledBitmap : bitmap, quality: quality, carrying: carried)
            }
            guard (isScaled ? scaledBitmap : bitmap).turned(turning, into: &uprightBitmap) else {
                throw .outOfMemory(header.format)
            }
            return try encoder.encode(uprightBitmap, quality: quality, carrying: carried)
        }
        guard downscaler.resize(planes, of: header.stored, to: wanted, turning: turning, into: &scaledPlanes) else {
            throw .outOfMemory(header.format)
        }
        guard orientation != .topLeft else {
            return try encoder.encode(scaledPlanes, quality: quality, carrying: carried)
        }
        guard scaledPlanes.turned(turning, into: &uprightPlanes) else { throw .outOfMemory(header.format) }
        return try encoder.encode(uprightPlanes, quality: quality, carrying: carried)
    }

    /// Makes the decoded bitmap smaller, as stored; false where it has the size already.
    private func scale(_ header: PictureHeader, to size: PixelSize) throws(PictureError) -> Bool {
        let scale = decodingScale(of: header.stored, bitmap.size)
        let covered = (x: Double(header.stored.width) / scale, y: Double(header.stored.height) / scale)
        guard covered.x != Double(size.width) || covered.y != Double(size.height) else { return false }
        let x = downscaler.axis(sourceCount: bitmap.width, length: covered.x, count: size.width)
        let y = downscaler.axis(sourceCount: bitmap.height, length: covered.y, count: size.height)
        guard downscaler.resize(bitmap, x: x, y: y, into: &scaledBitmap) else { throw .outOfMemory(header.format) }
        return true
    }

    /// An upright size as it is stored.
    private func stored(_ size: Size, _ header: PictureHeader) -> PixelSize {
        let size = PixelSize(width: size.width, height: size.height)
        return header.orientation >= 5 ? size.swapped : size
    }
}

/// How many stored pixels a decoded one stands for, each way: 1, or what JPEG was decoded at.
///
/// A decoded edge is rounded up, and so its last pixel may stand for less: only the exact scale says where a pixel
/// lies in the original.
private func decodingScale(of stored: PixelSize, _ decoded: PixelSize) -> Double {
    for scale in [2, 4, 8]
    where (stored.width + scale - 1) / scale == decoded.width && (stored.height + scale - 1) / scale == decoded.height {
        return Double(scale)
    }
    return 1
}

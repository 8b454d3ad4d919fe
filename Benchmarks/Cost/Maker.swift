internal import Pictures

/// Makes photographs into smaller JPEG files by the libraries alone.
final class Maker {
    private let decoder = PictureDecoder()
    private let downscaler = Downscaler()
    private let encoder: JPEGEncoder
    private let box: PixelSize
    private let quality: Int
    private var (decoded, scaled, upright) = (Bitmap(), Bitmap(), Bitmap())

    init(box: PixelSize, quality: Int) throws(PictureError) {
        guard let encoder = JPEGEncoder() else { throw .outOfMemory(.jpeg) }
        self.encoder = encoder
        self.box = box
        self.quality = quality
    }

    func make(_ bytes: Span<UInt8>) throws(PictureError) -> [UInt8] {
        let header = try PictureHeader.read(bytes)
        let (width, height) = (Double(header.stored.width), Double(header.stored.height))
        let limit = width >= height ? box : box.swapped
        let factor = min(Double(limit.width) / width, Double(limit.height) / height, 1)
        let size = PixelSize(width: Int((width * factor).rounded()), height: Int((height * factor).rounded()))
        try decoder.decode(bytes, atLeast: size, isExact: false, into: &decoded)
        let x = DownscaleAxis(sourceCount: decoded.width, length: Double(decoded.width), count: size.width)
        let y = DownscaleAxis(sourceCount: decoded.height, length: Double(decoded.height), count: size.height)
        guard downscaler.resize(decoded, x: x, y: y, into: &scaled) else { throw .outOfMemory(.jpeg) }
        guard header.orientation != 1 else { return try encoder.encode(scaled, quality: quality) }
        let turning = Rotation(
            swapsAxes: header.orientation >= 5, reversesX: [2, 3, 6, 7].contains(header.orientation),
            reversesY: [3, 4, 7, 8].contains(header.orientation))
        guard scaled.turned(turning, into: &upright) else { throw .outOfMemory(.jpeg) }
        return try encoder.encode(upright, quality: quality)
    }
}

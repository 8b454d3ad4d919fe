internal import Pictures

/// Makes photographs into smaller JPEG files by the libraries alone.
final class Maker {
    private let decoder = PictureDecoder()
    private let downscaler = Downscaler()
    private let encoder: JPEGEncoder
    private let box: PixelSize
    private let quality: Int
    private var decoded = DecodedPicture()
    private var scaled = [Bitmap](repeating: Bitmap(), count: 3)
    private var upright = [Bitmap](repeating: Bitmap(), count: 3)

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
        try decoder.decode(bytes, atLeast: size, into: &decoded)
        let turning = Rotation(
            swapsAxes: header.orientation >= 5, reversesX: [2, 3, 6, 7].contains(header.orientation),
            reversesY: [3, 4, 7, 8].contains(header.orientation))
        let targets = JPEGEncoder.planeSizes(of: size, count: decoded.planes.count)
        for (index, plane) in decoded.planes.enumerated() {
            let (target, step) = (targets[index], index == 0 ? 1 : 2)
            let source = plane.bitmap
            let x = DownscaleAxis(
                sourceCount: source.width, length: Double(source.width), pixels: size.width, count: target.width,
                step: step)
            let y = DownscaleAxis(
                sourceCount: source.height, length: Double(source.height), pixels: size.height, count: target.height,
                step: step)
            guard downscaler.resize(source, x: x, y: y, into: &scaled[index]),
                header.orientation == 1 || scaled[index].turned(turning, into: &upright[index])
            else { throw .outOfMemory(.jpeg) }
        }
        let turned = header.orientation >= 5 ? size.swapped : size
        let planes = header.orientation == 1 ? scaled : upright
        return planes[0].channels == 3
            ? try encoder.encode(planes[0], quality: quality)
            : try encoder.encode(planes: Array(planes.prefix(decoded.planes.count)), of: turned, quality: quality)
    }
}

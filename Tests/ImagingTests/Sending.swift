import Imaging
import Pictures
import Testing
import Domain

/// A request for a box, with what is usual.
func sending(
    _ fit: Prepare.Target = .box(Size(width: 640, height: 480)), quality: Int = 85, metadata: Prepare.Metadata = .strip,
    maxBytes: Int = 7_000_000
) -> EncodeRequest {
    EncodeRequest(fit: fit, quality: quality, metadata: metadata, maxBytes: maxBytes)
}

/// A request for a box of some size.
func box(_ width: Int, _ height: Int) -> Prepare.Target { .box(Size(width: width, height: height)) }

/// What became of a file.
func encode(_ file: [UInt8], _ request: EncodeRequest = sending(), pixelLimit: Int = ImagePreparer.defaultPixelLimit)
    throws(Failure) -> EncodedImage
{
    try ImagePreparer().encode(file.span, for: request, pixelLimit: pixelLimit)
}

/// The failure of a file that is not sent.
func refusal(_ file: [UInt8], _ request: EncodeRequest = sending(), pixelLimit: Int = ImagePreparer.defaultPixelLimit)
    -> Failure?
{
    do throws(Failure) {
        _ = try encode(file, request, pixelLimit: pixelLimit)
        return nil
    } catch {
        return error
    }
}

/// The pixels of a file, as stored.
func decoded(_ file: [UInt8]) throws -> Bitmap {
    var bitmap = Bitmap()
    try PictureDecoder().decode(file.span, atLeast: nil, into: &bitmap)
    return bitmap
}

/// A bright square on black, and where it is.
struct Marked {
    /// The edge of the square.
    var edge: Int
    /// The upright picture's size.
    var size: Size
    /// The upright square's first column and row.
    var corner: (x: Int, y: Int)

    /// The square's centre.
    var centre: Point { Point(x: Double(corner.x) + Double(edge) / 2, y: Double(corner.y) + Double(edge) / 2) }

    /// The picture as it is stored in some orientation, from EXIF's definitions of the eight values.
    func stored(_ orientation: Int) throws -> Bitmap {
        let (w, h) = (size.width, size.height)
        let width = orientation >= 5 ? h : w
        var pixels = [UInt8](repeating: 0, count: 3 * w * h)
        for y in corner.y..<(corner.y + edge) {
            for x in corner.x..<(corner.x + edge) {
                let (column, row) =
                    switch orientation {
                    case 2: (w - 1 - x, y)
                    case 3: (w - 1 - x, h - 1 - y)
                    case 4: (x, h - 1 - y)
                    case 5: (y, x)
                    case 6: (y, w - 1 - x)
                    case 7: (h - 1 - y, w - 1 - x)
                    case 8: (h - 1 - y, x)
                    default: (x, y)
                    }
                for channel in 0..<3 { pixels[3 * (row * width + column) + channel] = 255 }
            }
        }
        return try #require(Bitmap(width: width, height: w * h / width, pixels: pixels))
    }

    /// The centre of gravity of the light in a picture.
    static func centre(of bitmap: Bitmap) throws -> Point {
        var (sum, x, y) = (0.0, 0.0, 0.0)
        let pixels = bitmap.pixels.span
        for row in 0..<bitmap.height {
            for column in 0..<bitmap.width {
                let value = pixels[3 * (row * bitmap.width + column) + 1]
                // JPEG leaves a little light around an edge.
                guard value > 40 else { continue }
                let light = Double(value)
                sum += light
                x += light * (Double(column) + 0.5)
                y += light * (Double(row) + 0.5)
            }
        }
        try #require(sum > 0, "there is no mark")
        return Point(x: x / sum, y: y / sum)
    }
}

/// A decoded picture: red, green and blue together, or in planes as JPEG files have it, brightness (Y) and two colour
/// differences (Cb, Cr).
///
/// Meant to be reused: decoding into it again keeps the memory it has.
package struct PlanarPicture: Sendable {
    /// The samples of one or of all channels.
    package struct Plane: Equatable, Sendable {
        /// The samples.
        package var bitmap = Bitmap()
        /// How many of the picture's pixels one sample stands for, across and down: 1 or 2.
        package var spacing = PixelSize(width: 1, height: 1)
    }

    /// Pixels across and down.
    package private(set) var size = PixelSize(width: 0, height: 0)
    /// One of three channels, one of brightness alone where the picture is grey, or three of one channel: Y, Cb and Cr.
    package internal(set) var planes: [Plane] = []

    /// A picture without pixels.
    package init() {}

    /// Makes it one of red, green and blue.
    mutating func takeColours<Problem: Error>(_ decode: (inout Bitmap) throws(Problem) -> Void) throws(Problem) {
        if planes.count != 1 { planes = [Plane()] }
        planes[0].spacing = PixelSize(width: 1, height: 1)
        try decode(&planes[0].bitmap)
        size = planes[0].bitmap.size
    }

    /// Makes it one of a plane for each of JPEG's components; false where there is no memory.
    ///
    /// The samples are undefined until they are written.
    ///
    /// - Parameter spacings: of each component, how many pixels a sample stands for.
    mutating func reshape(to size: PixelSize, spacings: [PixelSize]) -> Bool {
        if planes.count != spacings.count { planes = [Plane](repeating: Plane(), count: spacings.count) }
        self.size = size
        for (index, spacing) in spacings.enumerated() {
            planes[index].spacing = spacing
            guard planes[index].bitmap.reshape(to: size.divided(by: spacing), channels: 1) else { return false }
        }
        return true
    }

    /// Takes some rows of samples into its planes.
    ///
    /// - Parameters:
    ///   - rows: of each plane `rowCount` rows of `rowLength` samples, fewer where they are spaced. What lies beyond
    ///     the picture's edges has no meaning.
    ///   - unit: which rows they are, from 0.
    mutating func take(_ rows: Span<UInt8>, rowLength: Int, rowCount: Int, unit: Int) {
        for index in planes.indices {
            let (width, height) = (planes[index].bitmap.width, planes[index].bitmap.height)
            let count = rowCount / planes[index].spacing.height
            var samples = planes[index].bitmap.pixels.mutableSpan
            for y in (unit * count)..<min((unit + 1) * count, height) {
                let from = (index * rowCount + y - unit * count) * rowLength
                let row = rows.extracting(from..<(from + width))
                for x in 0..<width { samples[y * width + x] = row[x] }
            }
        }
    }
}

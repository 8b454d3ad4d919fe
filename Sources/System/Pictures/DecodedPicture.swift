/// A decoded picture: red, green and blue in one bitmap, or the planes of a JPEG, luma (Y) and chroma (Cb and Cr).
///
/// Meant to be reused: decoding into it again keeps the memory of the planes that there were.
package struct DecodedPicture: Sendable {
    /// The samples of all channels or of one.
    package struct Plane: Sendable {
        /// The samples.
        package var bitmap = Bitmap()
        /// How many of the picture's pixels one sample stands for, across as down: 1 or 2.
        package var subsampling = 1
    }

    /// Pixels across and down.
    package private(set) var size = PixelSize(width: 0, height: 0)
    /// One of three channels, one of luma alone where the picture is grey, or three of one channel: Y, Cb and Cr.
    package private(set) var planes: [Plane] = []

    /// A picture without pixels.
    package init() {}

    /// Makes it one of a single plane, of red, green and blue or of grey.
    mutating func decodeOnePlane<Problem: Error>(_ decode: (inout Bitmap) throws(Problem) -> Void) throws(Problem) {
        setCount(1)
        planes[0].subsampling = 1
        try decode(&planes[0].bitmap)
        size = planes[0].bitmap.size
    }

    /// Makes it one of a plane for each of a JPEG's components; false where there is no memory.
    ///
    /// The samples are undefined until they are written.
    ///
    /// - Parameter subsamplings: of each component.
    mutating func reshape(to size: PixelSize, subsamplings: [Int]) -> Bool {
        setCount(subsamplings.count)
        self.size = size
        for (index, subsampling) in subsamplings.enumerated() {
            planes[index].subsampling = subsampling
            guard planes[index].bitmap.reshape(to: size.divided(by: subsampling), channels: 1) else { return false }
        }
        return true
    }

    private mutating func setCount(_ count: Int) {
        if planes.count > count { planes.removeLast(planes.count - count) }
        while planes.count < count { planes.append(Plane()) }
    }

    /// Copies some rows of samples into its planes.
    ///
    /// - Parameters:
    ///   - band: of each plane `rowCount` rows of `rowLength` samples, fewer where it is subsampled. What lies beyond
    ///     the picture's edges has no meaning.
    ///   - number: which band it is, from 0.
    mutating func copy(_ band: Span<UInt8>, rowLength: Int, rowCount: Int, number: Int) {
        for index in planes.indices {
            let (width, height) = (planes[index].bitmap.width, planes[index].bitmap.height)
            let count = rowCount / planes[index].subsampling
            var samples = planes[index].bitmap.pixels.mutableSpan
            for y in (number * count)..<min((number + 1) * count, height) {
                let from = (index * rowCount + y - number * count) * rowLength
                let row = band.extracting(from..<(from + width))
                for x in 0..<width { samples[y * width + x] = row[x] }
            }
        }
    }
}

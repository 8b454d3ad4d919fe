/// A decoded picture that is to be written as a JPEG again: red, green and blue together, or in planes as JPEG files
/// have it, brightness (Y) and two colour differences (Cb, Cr).
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
}

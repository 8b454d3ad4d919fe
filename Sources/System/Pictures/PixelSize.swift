/// Width and height in whole pixels.
package struct PixelSize: Hashable, Sendable {
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int

    /// A size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The same size lying on its side.
    package var swapped: PixelSize { PixelSize(width: height, height: width) }

    /// How many samples cover this size where each stands for `pixels`.
    package func divided(by pixels: PixelSize) -> PixelSize {
        PixelSize(
            width: (width + pixels.width - 1) / pixels.width, height: (height + pixels.height - 1) / pixels.height)
    }

    /// This size at a fraction, rounded up.
    package func divided(by divisor: Int) -> PixelSize { divided(by: PixelSize(width: divisor, height: divisor)) }

    /// Refuses sizes of no pixels, and those above a limit, before any memory is taken for them.
    ///
    /// No format stores more than 32 bits for an edge, so the product fits 64.
    package func check(limit: Int, of format: PictureFormat) throws(PictureError) {
        guard width > 0, height > 0 else { throw .damaged(format, message: "the picture has no pixels") }
        guard width <= Int32.max, height <= Int32.max, width * height <= limit else {
            throw .tooLarge(width: width, height: height, limit: limit)
        }
    }
}

/// Decodes the common kind of JPEG at a quarter or an eighth of its size, twice as fast as libjpeg-turbo: coefficients
/// that so small a picture does not show are stepped over, several at a time.
///
/// It reports no errors: at anything unusual it says no, and the library decides. Memory is kept from picture to
/// picture.
package struct BaselineDecoder {
    /// How much smaller than the picture the result is.
    package enum Scale: Int, Sendable {
        case quarter = 4
        case eighth = 8

        /// The size of a picture at this scale.
        func size(of size: PixelSize) -> PixelSize { size.divided(by: rawValue) }

        /// The scale from one size to another; nil where it is none of these.
        init?(from size: PixelSize, to scaled: PixelSize) {
            guard scaled != size, let scale = [Self.eighth, .quarter].first(where: { $0.size(of: size) == scaled })
            else { return nil }
            self = scale
        }
    }

    private var codes = HuffmanCodes()
    /// The samples of one row of units, component after component.
    private var band: [UInt8] = []
    /// A picture with a sample of each component for each pixel.
    private var whole = DecodedPicture()

    /// A decoder; memory is taken at the first picture.
    package init() {}

    /// Decodes a picture at an eighth to red, green and blue, bit for bit what the library makes.
    ///
    /// - Parameter bitmap: takes the pixels; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, into bitmap: inout Bitmap) -> Bool {
        // What decodes cannot write into a part of itself.
        var picture = DecodedPicture()
        swap(&picture, &whole)
        defer { swap(&picture, &whole) }
        return decode(bytes, at: .eighth, into: &picture) && bitmap.convert(from: picture.planes)
    }

    /// Decodes a picture to planes.
    ///
    /// At an eighth each component has a sample for each pixel, bit for bit what the library makes. At a quarter luma
    /// comes from the lowest frequencies alone, which is nearer to the picture made smaller by a good filter than what
    /// the library makes of all, and chroma has one sample for four pixels whatever the file has, as it is sent.
    ///
    /// - Parameter picture: takes the samples; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, at scale: Scale, into picture: inout DecodedPicture) -> Bool {
        codes.clear()
        guard let header = BaselineHeader(bytes, &codes) else { return false }
        let (unit, divisor) = (header.components[0], scale.rawValue)
        var (layouts, subsamplings): ([BaselineScan.Layout], [Int]) = ([], [])
        // For each coefficient in the file's order, the divisor (from bit 8 on) and the place in the block.
        var divisors = [UInt32](repeating: 0, count: 192)
        for (index, component) in header.components.enumerated() {
            let covered = PixelSize(width: unit.across / component.across, height: unit.down / component.down)
            let block = scale == .quarter && index == 0 ? PixelSize(width: 2, height: 2) : covered
            let stop = Self.stop(of: block, at: scale)
            layouts.append(BaselineScan.Layout(component, block: block, stop: stop))
            subsamplings.append(scale == .quarter && index > 0 ? 2 : 1)
            for (place, value) in header.divisors[component.divisors].enumerated() {
                // What does not matter is put aside, where no reduced block looks.
                divisors[64 * index + place] = UInt32(value) << 8 | UInt32(place < stop ? zigzag[place] : 16)
            }
        }
        let units = header.size.divided(by: PixelSize(width: 8 * unit.across, height: 8 * unit.down))
        let scan = BaselineScan(
            units: units, rowLength: units.width * 8 * unit.across / divisor, rowCount: 8 * unit.down / divisor,
            restartInterval: header.restartInterval, start: header.scan)
        guard band.reserve(scan.bandLength * layouts.count),
            picture.reshape(to: scale.size(of: header.size), subsamplings: subsamplings)
        else { return false }
        return scan.read(bytes, codes, layouts.span, divisors.span, &band, into: &picture)
    }

    /// How many coefficients, in the file's order, a block's samples are made of.
    private static func stop(of block: PixelSize, at scale: Scale) -> Int {
        switch (scale, block.width, block.height) {
        case (.eighth, 2, 2): 64  // The library looks at all of them.
        case (.quarter, 2, 2): 5  // Up to the first on the diagonal.
        case (.quarter, 2, 1): 2  // The mean and the first one across.
        default: 1  // The mean alone.
        }
    }
}

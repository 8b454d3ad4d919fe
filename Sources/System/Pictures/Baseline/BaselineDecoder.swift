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
        return decode(bytes, .eighth, into: &picture) { covered, _ in covered } && bitmap.convert(from: picture.planes)
    }

    /// Decodes a picture as it is sent, from the lowest frequencies of its blocks.
    ///
    /// At a quarter that is nearer to the picture made smaller by a good filter than what the library makes of all
    /// frequencies, and chroma has one sample for four pixels whatever the file has. At an eighth the samples are those
    /// that the library makes of the file's planes, bit for bit.
    ///
    /// - Parameter picture: takes the samples; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, at scale: Scale, into picture: inout DecodedPicture) -> Bool {
        decode(bytes, scale, into: &picture) { covered, isChroma in
            switch scale {
            case .eighth: PixelSize(width: 1, height: 1)
            case .quarter: isChroma ? covered : PixelSize(width: 2, height: 2)
            }
        }
    }

    /// Decodes a picture.
    ///
    /// - Parameter block: the samples that a block of a component becomes, from how many blocks of luma it covers and
    ///   whether it is one of chroma.
    private mutating func decode(
        _ bytes: Span<UInt8>, _ scale: Scale, into picture: inout DecodedPicture,
        block: (_ covered: PixelSize, _ isChroma: Bool) -> PixelSize
    ) -> Bool {
        codes.clear()
        guard let header = BaselineHeader(bytes, &codes) else { return false }
        let (unit, divisor) = (header.components[0], scale.rawValue)
        var (layouts, subsamplings): ([BaselineScan.Layout], [PixelSize]) = ([], [])
        // For each coefficient in the file's order, the divisor (from bit 8 on) and the place in the block.
        var divisors = [UInt32](repeating: 0, count: 192)
        for (index, component) in header.components.enumerated() {
            let covered = PixelSize(width: unit.across / component.across, height: unit.down / component.down)
            let block = block(covered, index > 0)
            let stop = Self.stop(of: block, at: scale)
            layouts.append(BaselineScan.Layout(component, block: block, stop: stop))
            subsamplings.append(
                PixelSize(
                    width: 8 * covered.width / block.width / divisor,
                    height: 8 * covered.height / block.height / divisor))
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

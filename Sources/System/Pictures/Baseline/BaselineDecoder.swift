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
        func size(of size: PixelSize) -> PixelSize { size.divided(by: PixelSize(width: rawValue, height: rawValue)) }

        /// The scale from one size to another; nil where it is none of these.
        init?(from size: PixelSize, to scaled: PixelSize) {
            guard scaled != size, let scale = [Self.eighth, .quarter].first(where: { $0.size(of: size) == scaled })
            else { return nil }
            self = scale
        }
    }

    private var codes = HuffmanCodes()
    /// One row of the scan's units, component after component.
    private var rows: [UInt8] = []
    /// A picture with a sample of each component for each pixel.
    private var whole = PlanarPicture()

    /// A decoder; memory is taken at the first picture.
    package init() {}

    /// Decodes a picture at an eighth to red, green and blue, bit for bit what the library makes.
    ///
    /// - Parameter bitmap: takes the pixels; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, into bitmap: inout Bitmap) -> Bool {
        // What decodes cannot write into a part of itself.
        var picture = PlanarPicture()
        swap(&picture, &whole)
        defer { swap(&picture, &whole) }
        return decode(bytes, .eighth, into: &picture) { covered, _ in covered } && bitmap.take(picture.planes)
    }

    /// Decodes a picture as it is sent, from the lowest frequencies of its blocks.
    ///
    /// At a quarter that is nearer to the picture made smaller by a good filter than what the library makes of all
    /// frequencies, and colours have one sample for four pixels whatever the file has. At an eighth the samples are
    /// those that the library makes of the file's planes, bit for bit.
    ///
    /// - Parameter picture: takes the samples; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, at scale: Scale, into picture: inout PlanarPicture) -> Bool {
        decode(bytes, scale, into: &picture) { covered, isColour in
            switch scale {
            case .eighth: PixelSize(width: 1, height: 1)
            case .quarter: isColour ? covered : PixelSize(width: 2, height: 2)
            }
        }
    }

    /// Decodes a picture.
    ///
    /// - Parameter block: the samples that a block of a component becomes, from how many blocks of brightness it covers
    ///   and whether it is one of colours.
    private mutating func decode(
        _ bytes: Span<UInt8>, _ scale: Scale, into picture: inout PlanarPicture,
        block: (_ covered: PixelSize, _ isColour: Bool) -> PixelSize
    ) -> Bool {
        codes.clear()
        guard let header = BaselineHeader(bytes, &codes) else { return false }
        let (unit, divisor) = (header.components[0], scale.rawValue)
        var (layouts, spacings): ([BaselineScan.Layout], [PixelSize]) = ([], [])
        // For each coefficient in the file's order, the divisor (from bit 8 on) and the place in the block.
        var divisors = [UInt32](repeating: 0, count: 192)
        for (index, component) in header.components.enumerated() {
            let covered = PixelSize(width: unit.across / component.across, height: unit.down / component.down)
            let block = block(covered, index > 0)
            // Two values each way are the library's of all frequencies at an eighth, and of the lowest at a quarter.
            let stop = block.height == 2 ? (scale == .eighth ? 64 : 5) : block.width == 2 && scale == .quarter ? 2 : 1
            layouts.append(BaselineScan.Layout(component, block: block, stop: stop))
            spacings.append(
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
        guard rows.reserve(scan.planeLength * layouts.count),
            picture.reshape(to: scale.size(of: header.size), spacings: spacings)
        else { return false }
        return scan.read(bytes, codes, layouts.span, divisors.span, &rows, into: &picture)
    }
}

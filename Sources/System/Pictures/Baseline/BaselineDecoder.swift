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

    /// A decoder; memory is taken at the first picture.
    package init() {}

    /// Decodes a picture at an eighth to red, green and blue, bit for bit what the library makes.
    ///
    /// - Parameter bitmap: takes the pixels; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, into bitmap: inout Bitmap) -> Bool {
        codes.clear()
        guard let header = BaselineHeader(bytes, &codes), bitmap.reshape(to: Scale.eighth.size(of: header.size))
        else { return false }
        let unit = header.components[0]
        let blocks = header.components.map {
            PixelSize(width: unit.across / $0.across, height: unit.down / $0.down)
        }
        return scan(bytes, header, .eighth, blocks, into: &bitmap)
    }

    /// Decodes a picture to the planes of its components, each from the lowest frequencies of its blocks.
    ///
    /// At a quarter that is nearer to the picture made smaller by a good filter than what the library makes of all
    /// frequencies; at an eighth it is the library's, bit for bit.
    ///
    /// - Parameter picture: takes the samples; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, at scale: Scale, into picture: inout PlanarPicture) -> Bool {
        codes.clear()
        guard let header = BaselineHeader(bytes, &codes) else { return false }
        let unit = header.components[0]
        var (blocks, spacings): ([PixelSize], [PixelSize]) = ([], [])
        for (index, component) in header.components.enumerated() {
            let (across, down) = (unit.across / component.across, unit.down / component.down)
            // Of colours a quarter has one sample for four pixels whatever the file has: that is what is sent.
            let isColour = index > 0
            let block =
                scale == .eighth
                ? PixelSize(width: 1, height: 1)
                : isColour ? PixelSize(width: across, height: down) : PixelSize(width: 2, height: 2)
            blocks.append(block)
            spacings.append(
                PixelSize(
                    width: 8 * across / block.width / scale.rawValue, height: 8 * down / block.height / scale.rawValue))
        }
        guard picture.reshape(to: scale.size(of: header.size), spacings: spacings) else { return false }
        return scan(bytes, header, scale, blocks, into: &picture)
    }

    /// Reads the scan; false where it does not end as it should.
    ///
    /// - Parameter blocks: the samples that each component's blocks become.
    private mutating func scan(
        _ bytes: Span<UInt8>, _ header: BaselineHeader, _ scale: Scale, _ blocks: [PixelSize],
        into target: inout some RowTarget
    ) -> Bool {
        var layouts: [BaselineScan.Layout] = []
        // For each coefficient in the file's order, the divisor (from bit 8 on) and the place in the block.
        var divisors = [UInt32](repeating: 0, count: 192)
        for (index, component) in header.components.enumerated() {
            let block = blocks[index]
            // Two values each way are the library's of all frequencies at an eighth, and of the lowest at a quarter.
            let stop =
                block.height == 2 ? (scale == .eighth ? 64 : 5) : block.width == 2 && scale == .quarter ? 2 : 1
            layouts.append(
                BaselineScan.Layout(
                    across: component.across, down: component.down, width: block.width, height: block.height,
                    stop: stop, dc: component.dc, ac: component.ac))
            for (place, value) in header.divisors[component.divisors].enumerated() {
                // What does not matter is put aside, where no reduced block looks.
                divisors[64 * index + place] = UInt32(value) << 8 | UInt32(place < stop ? zigzag[place] : 16)
            }
        }
        let (unitWidth, unitHeight) = (8 * layouts[0].across, 8 * layouts[0].down)
        let units = header.size.divided(by: PixelSize(width: unitWidth, height: unitHeight))
        let rowLength = units.width * unitWidth / scale.rawValue
        let height = unitHeight / scale.rawValue
        guard rows.reserve(rowLength * height * layouts.count) else { return false }
        let scan = BaselineScan(
            units: units, rowLength: rowLength, planeLength: rowLength * height,
            restartInterval: header.restartInterval, start: header.scan)
        return scan.read(bytes, codes, layouts.span, divisors.span, &rows, into: &target)
    }
}

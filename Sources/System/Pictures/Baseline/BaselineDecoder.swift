/// Decodes the common kind of JPEG at a quarter or an eighth of its size, twice as fast as libjpeg-turbo: coefficients
/// that so small a picture does not show are stepped over, several at a time.
///
/// It reports no errors: at anything unusual it says no, and the library decides. Memory is kept from picture to
/// picture.
package struct BaselineDecoder {
    /// How much smaller than the picture the result is.
    package enum Scale: Int, Sendable {
        /// From the lowest frequencies of each block, which is nearer to the picture made smaller by a good filter than
        /// what the library makes of all of them.
        case quarter = 4
        /// Bit for bit what the library makes.
        case eighth = 8

        /// The size of a picture at this scale.
        func size(of size: PixelSize) -> PixelSize {
            PixelSize(width: (size.width + rawValue - 1) / rawValue, height: (size.height + rawValue - 1) / rawValue)
        }

        /// The scale from one size to another; nil where it is none of these.
        init?(from size: PixelSize, to scaled: PixelSize) {
            guard scaled != size, let scale = [Self.eighth, .quarter].first(where: { $0.size(of: size) == scaled })
            else { return nil }
            self = scale
        }
    }

    /// How the blocks of one component become pixels.
    private struct Plan {
        /// Blocks across and down in one unit of the scan.
        var across: Int, down: Int
        /// Pixels across and down that a block fills.
        var width: Int, height: Int
        /// The first coefficient, in the file's order, whose value does not matter.
        var stop: Int
        /// The numbers of its codes.
        var dc: Int, ac: Int
    }

    private var codes = HuffmanCodes()
    /// One row of the scan's units, component after component.
    private var rows: [UInt8] = []

    /// A decoder; memory is taken at the first picture.
    package init() {}

    /// Decodes a picture.
    ///
    /// - Parameter bitmap: takes the pixels; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, at scale: Scale, into bitmap: inout Bitmap) -> Bool {
        codes.clear()
        guard let header = BaselineHeader(bytes, &codes) else { return false }
        let (divisor, components) = (scale.rawValue, header.components)
        let size = scale.size(of: header.size)
        let unit = PixelSize(width: components[0].across * 8 / divisor, height: components[0].down * 8 / divisor)
        let plans = components.map { component in
            let (width, height) = (unit.width / component.across, unit.height / component.down)
            let stop = scale == .eighth ? (height == 2 ? 64 : 1) : height == 4 ? 25 : width == 4 ? 14 : 5
            return Plan(
                across: component.across, down: component.down, width: width, height: height, stop: stop,
                dc: component.dc, ac: component.ac)
        }
        // For each coefficient in the file's order, the divisor (from bit 8 on) and the place in the block.
        var divisors = [UInt32](repeating: 0, count: 192)
        for (index, component) in components.enumerated() {
            for (place, value) in header.divisors[component.divisors].enumerated() {
                // At a quarter in rows of 4; what does not matter is put aside.
                let (row, column) = (zigzag[place] >> 3, zigzag[place] & 7)
                let short = row < 4 && column < 4 ? row << 2 | column : 16
                divisors[64 * index + place] = UInt32(value) << 8 | UInt32(scale == .eighth ? zigzag[place] : short)
            }
        }
        let rowLength = (size.width + unit.width - 1) / unit.width * unit.width
        guard rows.reserve(rowLength * unit.height * components.count), bitmap.reshape(to: size) else { return false }
        return Self.scan(
            bytes, header, codes, plans.span, unit, rowLength, divisors.span, &rows, &bitmap)
    }

    /// Reads the scan, one row of units after the other; false where it does not end as it should.
    private static func scan(
        _ bytes: Span<UInt8>, _ header: BaselineHeader, _ codes: HuffmanCodes, _ plans: Span<Plan>,
        _ unit: PixelSize, _ rowLength: Int, _ divisors: Span<UInt32>, _ rows: inout [UInt8], _ bitmap: inout Bitmap
    ) -> Bool {
        let values = codes.values.span
        let steps = codes.steps.span
        var (blockRoom, levelRoom) = ([Int32](repeating: 0, count: 64), [Int32](repeating: 0, count: 3))
        var block = blockRoom.mutableSpan
        var levels = levelRoom.mutableSpan
        var pixels = rows.mutableSpan
        var (reader, isWild) = (BitReader(at: header.scan), Int32(0))
        // Lengths that are known leave no checks in the loops.
        guard values.count == 4 * 4096, steps.count == 2 * 4096, divisors.count == 192,
            block.count == 64, levels.count == 3, plans.count <= 3
        else { return false }
        var (untilRestart, restarts) = (header.restartInterval, 0)
        for top in stride(from: 0, to: bitmap.height, by: unit.height) {
            for left in stride(from: 0, to: rowLength, by: unit.width) {
                if untilRestart == 0, header.restartInterval > 0 {
                    guard reader.markerBehind(bytes) == 0xD0 + UInt8(restarts & 7) else { return false }
                    reader = BitReader(at: reader.offsetBehindMarker)
                    (restarts, untilRestart) = (restarts + 1, header.restartInterval)
                    for index in 0..<3 { levels[index] = 0 }
                }
                untilRestart &-= 1
                for component in 0..<plans.count {
                    let plan = plans[component]
                    for index in 0..<(plan.across &* plan.down) {
                        let (row, column) = plan.across == 2 ? (index >> 1, index & 1) : (0, 0)
                        let place =
                            (component &* unit.height &+ row &* plan.height) &* rowLength &+ left &+ column
                            &* plan.width
                        guard let change = reader.difference(plan.dc, values, codes, bytes) else { return false }
                        levels[component] = levels[component] &+ change
                        let level = levels[component] &* Int32(bitPattern: divisors[64 &* component] >> 8)
                        var (next, isFlat, isFilled) = (1, true, true)
                        while next < plan.stop {
                            if !isFilled { reader.fill(bytes) }
                            isFilled.toggle()
                            let entry = reader.coefficient(plan.ac, values, codes)
                            next = next &+ Int(entry >> 8 & 0xFF)
                            if next > 63 || entry == 0 {
                                if next < 128 { return false }
                                break
                            }
                            let divisor = divisors[64 &* component &+ next]
                            next = next &+ 1
                            let coefficient = (entry >> 16) &* Int32(bitPattern: divisor >> 8)
                            isWild |= (coefficient &+ 2048) >> 12
                            block[Int(divisor & 63)] = coefficient
                            isFlat = false
                        }
                        if !isFlat { reader.fill(bytes) }
                        if next < 64, !reader.skip(from: next, plan.ac, steps, codes, bytes) { return false }
                        if isFlat {
                            let sample = sample((level &+ 4) >> 3, &isWild)
                            for y in 0..<plan.height {
                                for x in 0..<plan.width { pixels[place &+ y &* rowLength &+ x] = sample }
                            }
                            continue
                        }
                        block[0] = level
                        isWild |= (level &+ 2048) >> 12
                        if plan.width == 4 {
                            let columns = ReducedBlock.low(block.span, height: plan.height)
                            for y in 0..<plan.height {
                                let start = place &+ y &* rowLength
                                pixels[start] = sample(columns.0[y], &isWild)
                                pixels[start &+ 1] = sample(columns.1[y], &isWild)
                                pixels[start &+ 2] = sample(columns.2[y], &isWild)
                                pixels[start &+ 3] = sample(columns.3[y], &isWild)
                            }
                        } else {
                            let four = plan.stop == 64 ? ReducedBlock.exact(block.span) : ReducedBlock.low(block.span)
                            pixels[place] = sample(four[0], &isWild)
                            pixels[place &+ 1] = sample(four[1], &isWild)
                            pixels[place &+ rowLength] = sample(four[2], &isWild)
                            pixels[place &+ rowLength &+ 1] = sample(four[3], &isWild)
                        }
                        for index in 0..<(plan.stop == 64 ? 64 : 16) { block[index] = 0 }
                    }
                }
                if reader.isPastEnd { return false }
            }
            if isWild != 0 { return false }
            for y in top..<min(top + unit.height, bitmap.height) {
                Self.write(pixels, (y - top) * rowLength, plans.count == 1 ? 0 : rowLength * unit.height, y, &bitmap)
            }
        }
        return reader.markerBehind(bytes) == 0xD9
    }

    /// A sample from its distance to the middle grey.
    ///
    /// Outside of the range of coded pictures the library's scalar and vector
    /// code differ.
    @inline(__always) private static func sample(_ level: Int32, _ isWild: inout Int32) -> UInt8 {
        isWild |= (level &+ 512) >> 10
        return UInt8(truncatingIfNeeded: max(0, min(255, level &+ 128)))
    }

    /// Writes one row of the picture from its planes, which lie `plane` apart; 0: the one that there is is grey.
    private static func write(
        _ planes: borrowing MutableSpan<UInt8>, _ offset: Int, _ plane: Int, _ y: Int, _ bitmap: inout Bitmap
    ) {
        let width = bitmap.width
        let levels = planes.span.extracting(offset..<(offset + width))
        let blues = planes.span.extracting((offset + plane)..<(offset + plane + width))
        let reds = planes.span.extracting((offset + 2 * plane)..<(offset + 2 * plane + width))
        var pixels = bitmap.pixels.mutableSpan
        // Eight at a time; the last eight may be some of those before once more.
        for start in stride(from: 0, to: width, by: 8) {
            let first = max(0, min(start, width &- 8))
            let count = min(8, width)
            let level = eight(levels, first, count)
            var (red, green, blue) = (level, level, level)
            if plane > 0 {
                // The library's conversion of BT.601 (JFIF), in 16 bits of fraction.
                let towardsBlue = eight(blues, first, count) &- 128
                let towardsRed = eight(reds, first, count) &- 128
                red &+= towardsRed &+ (26345 &* towardsRed &+ 32768) &>> 16
                green &+= (32768 &- 22554 &* towardsBlue &+ 18734 &* towardsRed) &>> 16 &- towardsRed
                blue &+= 2 &* towardsBlue &+ (32768 &- 14942 &* towardsBlue) &>> 16
            }
            red.clamp(lowerBound: .zero, upperBound: SIMD8(repeating: 255))
            green.clamp(lowerBound: .zero, upperBound: SIMD8(repeating: 255))
            blue.clamp(lowerBound: .zero, upperBound: SIMD8(repeating: 255))
            let place = 3 &* (y &* width &+ first)
            for index in 0..<count {
                pixels[place &+ 3 &* index] = UInt8(truncatingIfNeeded: red[index])
                pixels[place &+ 3 &* index &+ 1] = UInt8(truncatingIfNeeded: green[index])
                pixels[place &+ 3 &* index &+ 2] = UInt8(truncatingIfNeeded: blue[index])
            }
        }
    }

    /// Eight bytes as numbers, or as many as there are.
    @inline(__always) private static func eight(_ bytes: Span<UInt8>, _ first: Int, _ count: Int) -> SIMD8<Int32> {
        if count == 8 {
            let e = bytes.extracting(first..<(first &+ 8))
            return SIMD8(truncatingIfNeeded: SIMD8(e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7]))
        }
        var numbers = SIMD8<Int32>.zero
        for index in 0..<count { numbers[index] = Int32(bytes[first &+ index]) }
        return numbers
    }
}

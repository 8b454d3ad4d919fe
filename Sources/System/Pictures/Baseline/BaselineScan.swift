/// The coded blocks of a baseline JPEG: how they lie, and the loop that reads them.
struct BaselineScan {
    /// How the blocks of one component become samples.
    struct Layout {
        /// Blocks across and down in one unit of the scan.
        let across: Int, down: Int
        /// Samples across and down that a block fills: 1 or 2.
        let width: Int, height: Int
        /// The first coefficient, in the file's order, whose value does not matter: 1, 2, 5 or 64.
        let stop: Int
        /// The numbers of its codes.
        let dc: Int, ac: Int

        init(_ component: BaselineHeader.Component, block: PixelSize, stop: Int) {
            (across, down) = (component.across, component.down)
            (width, height) = (block.width, block.height)
            (dc, ac) = (component.dc, component.ac)
            self.stop = stop
        }
    }

    /// Where reading goes on.
    private struct Position {
        var reader: BitReader
        /// The first coefficient of each component's last block.
        var levels: InlineArray<3, Int32> = [0, 0, 0]
        var untilRestart: Int
        var restarts = 0
    }

    /// Units across and down.
    private let units: PixelSize
    /// Samples of luma in a row of units, across and down.
    private let rowLength: Int, rowCount: Int
    /// Units between two restart markers; 0: there are none.
    private let restartInterval: Int
    private let layouts: [Layout]
    /// For each coefficient of each component in the file's order, the divisor (from bit 8 on) and the place in the
    /// block.
    private let divisors: [UInt32]
    private var position: Position
    /// The next row of units.
    private var row = 0

    /// A scan of which nothing is read yet.
    ///
    /// - Parameters:
    ///   - layouts: of one component or of three.
    ///   - divisors: 64 for each of three components.
    ///   - divisor: how many pixels a sample of luma stands for, each way.
    init(_ header: BaselineHeader, _ layouts: [Layout], divisors: [UInt32], divisor: Int) {
        let unit = header.components[0]
        units = header.size.divided(by: PixelSize(width: 8 * unit.across, height: 8 * unit.down))
        (rowLength, rowCount) = (units.width * 8 * unit.across / divisor, 8 * unit.down / divisor)
        restartInterval = header.restartInterval
        (self.layouts, self.divisors) = (layouts, divisors)
        position = Position(reader: BitReader(at: header.scan), untilRestart: restartInterval)
    }

    /// The room for the samples of all components in a row of units.
    var bandLength: Int { rowLength * rowCount * layouts.count }

    /// Whether all of it is read.
    var isRead: Bool { row == units.height }

    /// The offset of the next byte to read; what has been read may be dropped from the bytes.
    var offset: Int { position.reader.next }

    /// Says that as many of the bytes before `offset` were dropped.
    mutating func drop(_ count: Int) { position.reader.next -= count }

    /// Reads the next row of units; with the last one also the marker behind it.
    ///
    /// - Parameters:
    ///   - isEnd: whether the file ends with these bytes.
    ///   - band: takes the row's samples, component after component.
    /// - Returns: false, and nothing is read, where the row is not as it should be or may go on behind the bytes.
    mutating func readRow(
        _ bytes: Span<UInt8>, isEnd: Bool, _ codes: HuffmanCodes, _ band: inout [UInt8],
        into picture: inout DecodedPicture
    ) -> Bool {
        let bandLength = rowLength * rowCount
        let (layoutRoom, divisorRoom) = (layouts, divisors)
        let (layouts, divisors) = (layoutRoom.span, divisorRoom.span)
        let (values, steps) = (codes.values.span, codes.steps.span)
        var (reader, levels) = (position.reader, position.levels)
        var (untilRestart, restarts) = (position.untilRestart, position.restarts)
        var blockRoom = [Int32](repeating: 0, count: 64)
        var block = blockRoom.mutableSpan
        var samples = band.mutableSpan
        var isWild: Int32 = 0
        // Lengths that are known leave no checks in the loops.
        guard values.count == 4 * 4096, steps.count == 2 * 4096, divisors.count == 192, block.count == 64,
            layouts.count <= 3
        else { return false }
        for unitColumn in 0..<units.width {
            if untilRestart == 0, restartInterval > 0 {
                guard reader.markerBehind(bytes) == 0xD0 + UInt8(restarts & 7) else { return false }
                reader = BitReader(at: reader.offsetBehindMarker)
                (restarts, untilRestart) = (restarts + 1, restartInterval)
                levels = [0, 0, 0]
            }
            untilRestart &-= 1
            for component in 0..<layouts.count {
                let layout = layouts[component]
                let first = component &* bandLength &+ unitColumn &* layout.across &* layout.width
                for index in 0..<(layout.across &* layout.down) {
                    let (row, column) = layout.across == 2 ? (index >> 1, index & 1) : (0, 0)
                    let place = first &+ row &* layout.height &* rowLength &+ column &* layout.width
                    guard let change = reader.difference(layout.dc, values, codes, bytes) else { return false }
                    levels[component] = levels[component] &+ change
                    let level = levels[component] &* Int32(bitPattern: divisors[64 &* component] >> 8)
                    var (next, isFlat, isFilled) = (1, true, true)
                    while next < layout.stop {
                        if !isFilled { reader.fill(bytes) }
                        isFilled.toggle()
                        let entry = reader.coefficient(layout.ac, values, codes)
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
                    if next < 64, !reader.skip(from: next, layout.ac, steps, codes, bytes) { return false }
                    if isFlat {
                        let sample = sample((level &+ 4) >> 3, &isWild)
                        for y in 0..<layout.height {
                            for x in 0..<layout.width { samples[place &+ y &* rowLength &+ x] = sample }
                        }
                        continue
                    }
                    block[0] = level
                    isWild |= (level &+ 2048) >> 12
                    let isExact = layout.stop == 64
                    let four = isExact ? ReducedBlock.exact(block.span) : ReducedBlock.low(block.span)
                    samples[place] = sample(four[0], &isWild)
                    samples[place &+ 1] = sample(four[1], &isWild)
                    if layout.height == 2 {
                        samples[place &+ rowLength] = sample(four[2], &isWild)
                        samples[place &+ rowLength &+ 1] = sample(four[3], &isWild)
                    }
                    for index in 0..<(isExact ? 64 : 24) { block[index] = 0 }
                }
            }
            if reader.isPastEnd { return false }
        }
        let isLast = row + 1 == units.height
        // Bits that come from behind the bytes are zeros, and a marker may be cut.
        guard isWild == 0, isEnd || reader.next + 16 <= bytes.count, !isLast || reader.markerBehind(bytes) == 0xD9
        else { return false }
        picture.copy(samples.span, rowLength: rowLength, rowCount: rowCount, number: row)
        position = Position(reader: reader, levels: levels, untilRestart: untilRestart, restarts: restarts)
        row += 1
        return true
    }

    /// A sample from its distance to the middle grey.
    ///
    /// Outside of the range of coded pictures the library's scalar and vector
    /// code differ.
    @inline(__always) private func sample(_ level: Int32, _ isWild: inout Int32) -> UInt8 {
        isWild |= (level &+ 512) >> 10
        return UInt8(truncatingIfNeeded: max(0, min(255, level &+ 128)))
    }
}

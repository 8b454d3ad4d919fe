/// One pass over a scan's coded data.
@unsafe struct ReducedScan {
    private var blocks: [ReducedBlock] = unsafe []
    private let geometry: ReducedGeometry

    /// A pass with the tables of each component's DC and AC, which must live as long.
    init(_ layout: BaselineLayout, _ tables: [HuffmanTable], _ planes: Planes, _ geometry: ReducedGeometry) {
        unsafe self.geometry = geometry
        for (index, component) in layout.components.enumerated() {
            let (steps, plane) = (layout.quantiser(of: component), planes.list[index])
            for down in 0..<component.down {
                for right in 0..<component.across {
                    unsafe blocks.append(
                        ReducedBlock(
                            component: index, dc: tables[2 * index].code, ac: tables[2 * index + 1].code,
                            mean: Int(steps[0]), across: Int(steps[1]), down: Int(steps[2]), both: Int(steps[4]),
                            place: plane.offset + (down * plane.stride + right) * geometry.blockEdge,
                            toNext: component.across * geometry.blockEdge,
                            toNextRow: (component.down * geometry.blockEdge - 1) * plane.stride, stride: plane.stride))
                }
            }
        }
    }

    /// Writes all planes; false where the data is broken, too short or too long.
    mutating func decode(_ data: CodedData, into planes: inout [UInt8]) -> Bool {
        let geometry = unsafe self.geometry
        return unsafe data.bytes.withUnsafeBufferPointer { source in
            unsafe planes.withUnsafeMutableBufferPointer { target in
                unsafe blocks.withUnsafeMutableBufferPointer { blocks in
                    guard let source = source.baseAddress, let target = target.baseAddress else { return false }
                    var (unit, start) = (0, 0)
                    for end in data.ends {
                        let last = min(unit + geometry.interval, geometry.units)
                        let length = 8 * (end - start)
                        let (from, units) = unsafe (source + start, unit..<last)
                        let taken =
                            geometry.blockEdge == 2
                            ? unsafe decodePiece(from, length, units, geometry, blocks, target, isQuarter: true)
                            : unsafe decodePiece(from, length, units, geometry, blocks, target, isQuarter: false)
                        // The last byte is filled up; anything else means that codes were misread.
                        guard let taken, taken <= length, taken > length - 8 else { return false }
                        (unit, start) = (last, end)
                    }
                    return true
                }
            }
        }
    }
}

/// One of the blocks that a unit of coding consists of.
@unsafe struct ReducedBlock {
    let component: Int
    let dc: HuffmanCode
    let ac: HuffmanCode
    /// The quantiser's steps for the mean, and for the lowest frequency across, down, and both ways.
    let (mean, across, down, both): (Int, Int, Int, Int)
    /// Where its samples go: this unit's, and how far it is to the next one and, past the last, to the next row's first.
    var place: Int
    let (toNext, toNextRow, stride): (Int, Int, Int)
}

/// Decodes the units between two restarts, and answers how many bits they took; nil where a code is none.
///
/// Made twice, for a quarter and for an eighth: what is constant costs nothing in the inner loop.
@inline(__always)
private func decodePiece(
    _ start: UnsafePointer<UInt8>, _ bits: Int, _ units: Range<Int>, _ geometry: ReducedGeometry,
    _ blocks: UnsafeMutableBufferPointer<ReducedBlock>, _ target: UnsafeMutablePointer<UInt8>, isQuarter: Bool
) -> Int? {
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 24) { scratch in
        guard let values = scratch.baseAddress else { return nil }
        // Three predictions, then room for coefficients at their places 1...19.
        unsafe values.initialize(repeating: 0, count: 24)
        var reader = unsafe BitReader(start)
        var column = units.lowerBound % geometry.across
        for _ in 0..<units.count {
            for index in 0..<blocks.count {
                let block = unsafe blocks[index]
                let isRead = unsafe decodeBlock(
                    &reader, block, values + block.component, values + 4, target + block.place, isQuarter: isQuarter)
                guard isRead else { return nil }
                unsafe blocks[index].place = block.place &+ block.toNext
            }
            guard unsafe reader.taken(since: start) <= bits else { return nil }
            column &+= 1
            if column == geometry.across {
                column = 0
                for index in 0..<blocks.count { unsafe blocks[index].place &+= blocks[index].toNextRow }
            }
        }
        return unsafe reader.taken(since: start)
    }
}

/// Reads one block and writes the sample or the two by two that become of it; false where a code is none.
@inline(__always)
private func decodeBlock(
    _ reader: inout BitReader, _ block: ReducedBlock, _ prediction: UnsafeMutablePointer<Int>,
    _ values: UnsafeMutablePointer<Int>, _ target: UnsafeMutablePointer<UInt8>, isQuarter: Bool
) -> Bool {
    unsafe reader.refill()
    guard let difference = unsafe nextSymbol(&reader, block.dc), difference <= 11 else { return false }
    let value = unsafe prediction[0] &+ reader.value(difference)
    unsafe prediction[0] = value
    let mean = unsafe value &* block.mean
    guard isQuarter else {
        unsafe target[0] = clamped(mean)
        return unsafe skipRest(&reader, block.ac, from: 1)
    }
    // The lowest frequency across, down, and both ways: the first, second and fourth coefficient behind the mean.
    unsafe (values[1], values[2], values[4]) = (0, 0, 0)
    var next = 1
    while next <= 4 {
        unsafe reader.refillIfLow()
        guard let symbol = unsafe nextSymbol(&reader, block.ac) else { return false }
        next &+= symbol &>> 4
        // 15 zeroes and one more, or the end of the block.
        if symbol & 15 == 0, symbol != 0xF0 {
            next = 64
            break
        }
        unsafe values[next] = reader.value(symbol & 15)
        next &+= 1
    }
    let (across, down) = unsafe (values[1] &* block.across, values[2] &* block.down)
    let both = unsafe values[4] &* block.both
    // The inverse transform of two by two: everything else is too fine for a picture of this size.
    unsafe target[0] = clamped(mean &+ across &+ down &+ both)
    unsafe target[1] = clamped(mean &- across &+ down &- both)
    unsafe target[block.stride] = clamped(mean &+ across &- down &- both)
    unsafe target[block.stride &+ 1] = clamped(mean &- across &- down &+ both)
    return unsafe next >= 64 || skipRest(&reader, block.ac, from: next)
}

/// A sample of eight times its value, from around zero to 0...255.
@inline(__always)
private func clamped(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(max((value &+ 1028) &>> 3, 0), 255)) }

/// The next symbol; nil where no code is such.
@inline(__always)
private func nextSymbol(_ reader: inout BitReader, _ code: HuffmanCode) -> Int? {
    var symbol = unsafe Int(code.symbols[reader.peek(HuffmanCode.symbolBits)])
    if symbol == 0 {
        symbol = unsafe Int(code.longSymbol(reader.peek(16)))
        if symbol == 0 { return nil }
    }
    unsafe reader.skip(symbol &>> 8)
    return symbol & 0xFF
}

/// Steps over the rest of a block; false where a code is none, or there are more than 64 coefficients.
@inline(__always)
private func skipRest(_ reader: inout BitReader, _ code: HuffmanCode, from first: Int) -> Bool {
    var next = first
    while next < 64 {
        unsafe reader.refillIfLow()
        let step = unsafe Int(code.steps[reader.peek(HuffmanCode.stepBits)])
        let reached = next &+ step &>> 4 & 63
        // Where a block may end with its last coefficient, what was looked ahead at may belong to the next one.
        if step != 0, reached < 64 {
            unsafe reader.skip(step & 15)
            if step & 1 << 10 != 0 { return true }
            next = reached
            continue
        }
        guard let symbol = unsafe nextSymbol(&reader, code) else { return false }
        if symbol & 15 == 0, symbol != 0xF0 { return true }
        unsafe reader.skip(symbol & 15)
        next &+= symbol &>> 4 &+ 1
    }
    return next == 64
}

/// For each pixel along one axis of a picture that is made smaller: which pixels of the source it is mixed from, and
/// how much of each.
///
/// A triangle as wide as two pixels of the result, centred on the pixel: every pixel of the source counts, so that fine
/// lines and letters neither vanish nor flicker. The same weights as Pillow's `BILINEAR`; exact to a grey level down to
/// about a hundredth of the size.
package struct DownscaleAxis: Sendable {
    /// Pixels of the source along this axis.
    let sourceCount: Int
    /// The first pixel of the source for each of the result.
    let first: [Int]
    /// The part of the source that the result covers, in source pixels.
    private let start: Double, length: Double
    /// For each pixel of the result `stride` weights, in parts of 65536; those behind the first `taps` are 0.
    let weights: [UInt16]
    /// The most pixels of the source that one of the result is mixed from.
    let taps: Int
    /// `taps`, made a multiple of four.
    let stride: Int

    /// How many pixels it makes.
    package var count: Int { first.count }

    /// Whether each pixel of the result is the source's own.
    package var isIdentity: Bool { start == 0 && length == Double(count) && sourceCount == count }

    /// The pixels of a result.
    ///
    /// - Parameters:
    ///   - sourceCount: pixels of the source along this axis, at least 1.
    ///   - length: how much of them the picture covers, from the first one's edge; a picture decoded at a fraction of
    ///     its size may end inside of its last pixel.
    ///   - count: pixels to make, at least 1.
    ///   - start: where the first pixel begins; may be negative: what lies before the source's edge has no weight.
    package init(sourceCount: Int, length: Double, count: Int, start: Double = 0) {
        precondition(sourceCount >= 1 && count >= 1 && length > 0, "an axis that cannot be resized")
        self.sourceCount = sourceCount
        self.start = start
        self.length = length
        let scale = length / Double(count)
        let reach = max(scale, 1)
        var firsts: [Int] = []
        var rows: [[Double]] = []
        for index in 0..<count {
            let center = start + (Double(index) + 0.5) * scale
            let low = min(max(Int((center - reach).rounded(.down)), 0), sourceCount - 1)
            let high = min(max(Int((center + reach).rounded(.up)), low + 1), sourceCount)
            var row: [Double] = []
            for source in low..<high { row.append(max(1 - abs(Double(source) + 0.5 - center) / reach, 0)) }
            if row.allSatisfy({ $0 == 0 }) { row[0] = 1 }
            // Weightless pixels at the ends would only cost time.
            var first = low
            while row.count > 1, row.first == 0 {
                row.removeFirst()
                first += 1
            }
            while row.count > 1, row.last == 0 { row.removeLast() }
            firsts.append(first)
            rows.append(row)
        }
        let taps = rows.reduce(1) { max($0, $1.count) }
        let stride = (taps + 3) / 4 * 4
        var weights: [UInt16] = []
        weights.reserveCapacity(count * stride)
        for index in 0..<count {
            // Shorter rows begin earlier where they would reach beyond the end, so that all are of one length.
            let row = rows[index]
            let shift = max(firsts[index] + taps - sourceCount, 0)
            firsts[index] -= shift
            weights += Self.parts(of: [Double](repeating: 0, count: shift) + row, stride)
        }
        first = firsts
        self.weights = weights
        self.taps = taps
        self.stride = stride
    }

    /// Weights that add up to all there is: 65535 parts, since 65536 is one more than a number of 16 bits holds.
    ///
    /// What rounding takes from one goes to the next, so that the sum is the same however many there are.
    private static func parts(of row: [Double], _ count: Int) -> [UInt16] {
        let sum = row.reduce(0, +)
        var parts: [UInt16] = []
        var (part, given) = (0.0, 0)
        for weight in row {
            part += weight
            let upToHere = Int((part / sum * 65_535).rounded())
            parts.append(UInt16(upToHere - given))
            given = upToHere
        }
        return parts + [UInt16](repeating: 0, count: count - parts.count)
    }
}

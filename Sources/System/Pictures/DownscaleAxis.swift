/// For each sample along one axis of a picture that is made smaller: which samples of the source it is mixed from,
/// and how much of each.
///
/// One sample for each pixel is mixed by a triangle as wide as two pixels of the result, centred on the pixel: every
/// pixel of the source counts, so that fine lines and letters neither vanish nor flicker. The same weights as Pillow's
/// `BILINEAR`. A sample that stands for two pixels, as of chroma, is the mean of what those cover, as JPEG encoders
/// make it. Exact to a level down to about a hundredth of the size; below that levels sink.
package struct DownscaleAxis: Sendable {
    /// Samples of the source along this axis.
    let sourceCount: Int
    /// The first sample of the source for each of the result.
    let first: [Int]
    /// For each sample of the result `stride` weights, in parts of 65536; those behind the first `taps` are 0.
    let weights: [UInt16]
    /// The most samples of the source that one of the result is mixed from.
    let taps: Int
    /// `taps`, made a multiple of four.
    let stride: Int
    /// Whether each sample of the result is the source's own.
    package let isIdentity: Bool

    /// How many samples it makes.
    package var count: Int { first.count }

    /// The samples of a result.
    ///
    /// - Parameters:
    ///   - sourceCount: samples of the source along this axis, at least 1.
    ///   - length: how many of them the picture covers, from the first one's edge; a picture decoded at a fraction of
    ///     its size may end inside of its last sample.
    ///   - pixels: the result's pixels, at least 1.
    ///   - count: samples to make; nil: one for each pixel. They may stand for one pixel more than there is, which is
    ///     as the outermost one.
    ///   - step: the pixels that a sample stands for, 1 or 2.
    ///   - padsStart: whether the pixel more lies before the first one, and not behind the last.
    package init(
        sourceCount: Int, length: Double, pixels: Int, count: Int? = nil, step: Int = 1, padsStart: Bool = false
    ) {
        let count = count ?? pixels
        let padding = count * step - pixels
        precondition(sourceCount >= 1 && pixels >= 1 && length > 0, "an axis that cannot be resized")
        precondition((1...2).contains(step) && (0...1).contains(padding), "samples of another picture")
        self.sourceCount = sourceCount
        isIdentity =
            sourceCount == count && length * Double(step) == Double(pixels) && (padding == 0 || !padsStart)
        let scale = length / Double(pixels)
        var firsts: [Int] = []
        var rows: [[Double]] = []
        for index in 0..<count {
            let pixel = index * step - (padsStart ? padding : 0)
            let (begin, end) = (max(pixel, 0), min(pixel + step, pixels))
            let (start, row) =
                step == 1
                ? Self.triangle(at: (Double(min(begin, pixels - 1)) + 0.5) * scale, reach: max(scale, 1), sourceCount)
                : Self.mean(from: Double(begin) * scale, to: Double(end) * scale, sourceCount)
            firsts.append(start)
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

    /// The weights of a triangle, and the first sample that they are of.
    private static func triangle(at centre: Double, reach: Double, _ sourceCount: Int) -> (Int, [Double]) {
        let low = min(max(Int((centre - reach).rounded(.down)), 0), sourceCount - 1)
        let high = min(max(Int((centre + reach).rounded(.up)), low + 1), sourceCount)
        return trimmed((low..<high).map { max(1 - abs(Double($0) + 0.5 - centre) / reach, 0) }, from: low)
    }

    /// The weights of a mean over a part of the source, and the first sample that they are of.
    private static func mean(from start: Double, to end: Double, _ sourceCount: Int) -> (Int, [Double]) {
        let low = min(Int(start), sourceCount - 1)
        let high = min(max(Int(end.rounded(.up)), low + 1), sourceCount)
        return trimmed((low..<high).map { max(min(Double($0 + 1), end) - max(Double($0), start), 0) }, from: low)
    }

    /// A row without weightless samples at its ends, which would only cost time.
    private static func trimmed(_ row: [Double], from low: Int) -> (Int, [Double]) {
        guard let start = row.firstIndex(where: { $0 > 0 }), let end = row.lastIndex(where: { $0 > 0 }) else {
            return (low, [1])
        }
        return (low + start, Array(row[start...end]))
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

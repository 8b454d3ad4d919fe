/// Some pixels of a picture, row by row, as lengths of runs: of pixels that are not among them, that are, and so on.
///
/// `Schema/README.md` describes the bytes, for those who read them.
struct RunLengthMask {
    /// How many pixels are among them.
    private(set) var count = 0
    /// The first and the last column and row that has one.
    private(set) var box: (left: Int, top: Int, right: Int, bottom: Int)?
    private var runs: [UInt32] = []
    /// The place behind the last pixel that is among them.
    private var end = 0

    /// Adds a pixel, which lies behind all that were added.
    mutating func add(column: Int, row: Int, width: Int) {
        let index = row * width + column
        if index == end, !runs.isEmpty {
            runs[runs.count - 1] += 1
        } else {
            runs += [UInt32(index - end), 1]
        }
        end = index + 1
        count += 1
        let old = box ?? (column, row, column, row)
        box = (min(old.left, column), old.top, max(old.right, column), row)
    }

    /// The runs of a picture of this many pixels: little-endian, 32 bits each.
    func bytes(pixels: Int) -> [UInt8] {
        let rest = end < pixels ? [UInt32(pixels - end)] : []
        return (runs + rest).flatMap { run in (0..<4).map { UInt8(truncatingIfNeeded: run >> UInt32(8 * $0)) } }
    }
}

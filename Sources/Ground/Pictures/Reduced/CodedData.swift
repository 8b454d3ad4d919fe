internal import Glibc

/// A scan's coded data without the zeroes that are stuffed behind bytes of 255, in pieces between restarts.
struct CodedData {
    /// The pieces one behind the other, and zeroes as long as anything is read beyond the end before that is noticed.
    private(set) var bytes: [UInt8] = []
    /// Where each piece ends.
    private(set) var ends: [Int] = []

    /// Zeroes behind the end: six blocks of 64 coefficients of 27 bits are the most of a unit of coding, and eight are read
    /// at once.
    static let slack = 6 * 64 * 27 / 8 + 16

    /// Takes a scan; false unless it is followed by the end of the picture, and its restarts are in order.
    mutating func read(_ source: Span<UInt8>, from start: Int) -> Bool {
        var pieces: [Int] = []
        guard bytes.reserve(source.count - start + Self.slack) else { return false }
        let length = unsafe source.withUnsafeBufferPointer { source in
            unsafe bytes.withUnsafeMutableBufferPointer { target in
                unsafe unstuff(source, from: start, into: target, &pieces)
            }
        }
        guard let length else { return false }
        ends = pieces + [length]
        for index in length..<(length + Self.slack) { bytes[index] = 0 }
        return true
    }
}

/// The length of what came out, and where its pieces but the last one end; nil where something else than the end of the picture follows.
private func unstuff(
    _ source: UnsafeBufferPointer<UInt8>, from start: Int, into target: UnsafeMutableBufferPointer<UInt8>,
    _ pieces: inout [Int]
) -> Int? {
    guard let from = source.baseAddress, let to = target.baseAddress else { return nil }
    var (read, written) = (start, 0)
    while let found = unsafe memchr(from + read, 0xFF, source.count - read) {
        let at = unsafe UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - from
        guard at + 1 < source.count else { return nil }
        let next = unsafe source[at + 1]
        // The byte of 255 itself belongs to the data when a zero follows.
        let count = at - read + (next == 0 ? 1 : 0)
        unsafe memcpy(to + written, from + read, count)
        written += count
        read = at + 2
        switch next {
        case 0: continue
        case 0xD0...0xD7:
            guard Int(next & 7) == pieces.count & 7 else { return nil }
            pieces.append(written)
        case 0xD9: return written
        default: return nil
        }
    }
    return nil
}

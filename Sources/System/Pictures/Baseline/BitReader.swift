/// The coded bits of a JPEG's scan, from its bytes; behind the end of an interval come zeros, which are counted.
struct BitReader {
    /// The next bits, the first on top.
    private(set) var bits: UInt64 = 0
    /// How many of them are known: at least 56 after `fill`.
    private var count = 0
    /// The offset of the next byte that is not among the known bits.
    var next: Int
    /// How many of the known bits were zeros from behind the interval's end.
    private var padding = 0

    /// A reader of the interval that begins at an offset.
    init(at offset: Int) { next = offset }

    /// Brings at least 56 bits.
    ///
    /// Eight bytes are taken together where none of them is 0xFF: the whole ones as far as there is room, and those
    /// that had none are taken again.
    @inline(__always) mutating func fill(_ bytes: Span<UInt8>) {
        let at = next
        if at >= 0, at <= bytes.count &- 8 {
            let word = bytes.extracting(at..<(at &+ 8)).bigEndian64
            if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
                bits |= word &>> UInt64(truncatingIfNeeded: count)
                next = at &+ (63 &- count) &>> 3
                count |= 56
                return
            }
        }
        self = filledSlowly(bytes)
    }

    /// Brings at least 56 bits, byte by byte.
    ///
    /// The reader comes back as a value, so that the caller's may stay in registers.
    @inline(never) private func filledSlowly(_ bytes: Span<UInt8>) -> BitReader {
        var reader = self
        while reader.count < 56 {
            var byte: UInt8 = 0
            if reader.next < bytes.count, bytes[reader.next] != 0xFF {
                byte = bytes[reader.next]
                reader.next += 1
            } else if reader.next + 1 < bytes.count, bytes[reader.next + 1] == 0 {
                byte = 0xFF
                reader.next += 2
            } else {
                reader.padding += 8
            }
            reader.bits |= UInt64(byte) << UInt64(56 - reader.count)
            reader.count += 8
        }
        return reader
    }

    /// Passes over some of the known bits.
    @inline(__always) mutating func drop(_ number: Int) {
        bits &<<= UInt64(truncatingIfNeeded: number)
        count &-= number & 63
    }

    /// The next bits, up to sixteen, and passes over them.
    @inline(__always) mutating func consume(_ number: Int) -> Int {
        let taken = Int(truncatingIfNeeded: bits &>> 48) &>> (16 &- number)
        drop(number)
        return taken
    }

    /// Whether more bits were taken than the interval has.
    @inline(__always) var isPastEnd: Bool { padding > count }

    /// The marker behind the interval; nil where a whole byte of it is left, or some of it is missing.
    func markerBehind(_ bytes: Span<UInt8>) -> UInt8? {
        guard (0..<8).contains(count - padding), next + 1 < bytes.count, bytes[next] == 0xFF else { return nil }
        return bytes[next + 1]
    }

    /// The offset behind the marker that follows the interval.
    var offsetBehindMarker: Int { next + 2 }
}

extension Span where Element == UInt8 {
    /// Eight bytes as one number, the first on top; without checks where the length is known to be eight.
    @inline(__always) fileprivate var bigEndian64: UInt64 {
        let high = UInt64(self[0]) << 56 | UInt64(self[1]) << 48 | UInt64(self[2]) << 40 | UInt64(self[3]) << 32
        let low = UInt64(self[4]) << 24 | UInt64(self[5]) << 16 | UInt64(self[6]) << 8 | UInt64(self[7])
        return high | low
    }
}

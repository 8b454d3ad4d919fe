/// Bits of coded data, the first one highest.
///
/// Reads eight bytes at once wherever it stands: who uses it sees to it that so many are there.
@unsafe struct BitReader {
    private(set) var bits: UInt64 = 0
    private var count = 0
    private var next: UnsafePointer<UInt8>

    init(_ start: UnsafePointer<UInt8>) { unsafe next = start }

    /// Sees to it that 56 bits are there at least.
    @inline(__always)
    mutating func refill() {
        // Bits below the count are the right ones already, so that setting them again changes nothing.
        let more = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).bigEndian
        unsafe bits |= more &>> UInt64(truncatingIfNeeded: count)
        unsafe next += (63 &- count) &>> 3
        unsafe count |= 56
    }

    /// Sees to it that 27 bits are there at least: the longest code and its value.
    @inline(__always)
    mutating func refillIfLow() {
        if unsafe count < 27 { unsafe refill() }
    }

    @inline(__always)
    mutating func skip(_ length: Int) {
        unsafe bits = bits &<< UInt64(truncatingIfNeeded: length)
        unsafe count = count &- length
    }

    /// The next bits as a number.
    @inline(__always)
    func peek(_ length: Int) -> Int {
        unsafe Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- length))
    }

    /// The value of so many bits: those that begin with a zero are the negative ones (ISO 10918-1, F.2.2.1).
    @inline(__always)
    mutating func value(_ length: Int) -> Int {
        // In two shifts, so that no bits are a value of 0; and without a branch, which could not be foreseen.
        let value = unsafe Int(truncatingIfNeeded: (bits &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- length))
        let isPositive = unsafe Int(truncatingIfNeeded: bits &>> 63)
        unsafe skip(length)
        return value &+ ((isPositive &- 1) & (1 &- 1 &<< length))
    }

    /// How many bits were taken since some place.
    @inline(__always)
    func taken(since start: UnsafePointer<UInt8>) -> Int { unsafe (next - start) &* 8 &- count }
}

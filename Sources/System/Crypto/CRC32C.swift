/// The checksum CRC-32C over a stream of bytes (Castagnoli's polynomial, RFC 3720, appendix B.4).
package struct CRC32C: Sendable {
    private var state: UInt32 = 0xFFFF_FFFF

    /// A checksum of nothing yet.
    package init() {}

    /// Takes in the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        var state = state
        for index in bytes.indices {
            state = state >> 8 ^ table[Int((state ^ UInt32(bytes[index])) & 0xFF)]
        }
        self.state = state
    }

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~state }
}

/// What each byte does to the checksum; the polynomial with its bits reversed.
private let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
}

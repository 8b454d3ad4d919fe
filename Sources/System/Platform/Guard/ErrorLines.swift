/// What a program wrote to standard error last.
package struct ErrorLines: Sendable {
    private var bytes: [UInt8] = []

    mutating func add(_ more: ArraySlice<UInt8>) {
        bytes += more
        if bytes.count > 2 * maxBytes { bytes.removeFirst(bytes.count - maxBytes) }
    }

    /// The last lines that are not blank, the oldest first.
    package func last(_ count: Int) -> [String] {
        let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
            .filter { $0.contains { $0 > 0x20 } }
        return lines.suffix(count).map { String(decoding: $0.prefix(300), as: UTF8.self) }
    }
}

/// Bytes of which the last lines are taken.
private let maxBytes = 4096

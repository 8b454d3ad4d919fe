internal import Domain

/// Counts files by the endings of their names, without memory for a file.
struct EndingCounts {
    /// Endings as numbers, the last byte lowest; 0 is none.
    private var counts: [UInt64: Int] = [:]
    private var unnamed = 0
    /// Files that macOS keeps beside others.
    var appleDouble = 0

    /// Nothing was counted.
    init() {}

    /// Counts a file, unless it is hidden.
    mutating func add(_ name: [UInt8]) {
        if name.first == dot { return }
        guard let ending = EndingCounts.packed(name), counts[ending] != nil || counts.count < SkippedFiles.maxKinds
        else {
            unnamed += 1
            return
        }
        counts[ending, default: 0] += 1
    }

    /// What was counted.
    var files: SkippedFiles {
        let kinds = counts.map { SkippedFiles.Kind(EndingCounts.text($0.key), $0.value) }
        return SkippedFiles(kinds: kinds, unnamed: unnamed, appleDouble: appleDouble)
    }

    /// What stands behind the last dot, in lower case; 0 where there is no dot, nil for anything but a short word.
    private static func packed(_ name: [UInt8]) -> UInt64? {
        var packed: UInt64 = 0
        var length: UInt64 = 0
        for byte in name.reversed() {
            if byte == dot { return packed }
            guard length < maxLength, isOfWords(byte) else { return name.contains(dot) ? nil : 0 }
            packed |= UInt64(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) << (length * 8)
            length += 1
        }
        return 0
    }

    /// Whether a byte is a letter or a digit of ASCII, or one of a few signs: nothing else goes to a screen.
    private static func isOfWords(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func text(_ packed: UInt64) -> String {
        let bytes = (0..<maxLength).reversed().map { UInt8(truncatingIfNeeded: packed >> ($0 * 8)) }
        return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }
}

/// The longest ending that is told, in bytes.
private let maxLength: UInt64 = 8

internal import Zlib

extension JPEGHeader {
    /// The ICC profile in the segments before the first scan; empty where there is none, or a part is missing.
    static func profile(_ bytes: Span<UInt8>) -> [UInt8] {
        var parts: [UInt8: [UInt8]] = [:]
        var count: UInt8 = 0
        var offset = 2
        while let marker = nextMarker(bytes, &offset), marker != 0xDA {
            if marker == 0x01 || (0xD0...0xD9).contains(marker) { continue }
            guard let length = bytes.bigEndian16(at: offset), length >= 2, offset + length <= bytes.count else { break }
            if marker == 0xE2, length > 16, bytes.has("ICC_PROFILE\0", at: offset + 2) {
                count = bytes[offset + 15]
                parts[bytes[offset + 14]] = bytes.copy(from: offset + 16, count: length - 16)
            }
            offset += length
        }
        var profile: [UInt8] = []
        for number in 1...max(count, 1) {
            guard let part = parts[number] else { return [] }
            profile += part
        }
        return profile
    }
}

extension PNGHeader {
    /// The ICC profile of the iCCP chunk; empty where there is none.
    static func profile(_ bytes: Span<UInt8>) -> [UInt8] {
        var offset = 8
        while let length = bytes.bigEndian32(at: offset), !bytes.has("IDAT", at: offset + 4) {
            let end = offset + 8 + length
            if bytes.has("iCCP", at: offset + 4), end <= bytes.count {
                // A name of at most 79 bytes, its zero, the method of compression, which is always 0.
                var start = offset + 8
                while start < end, bytes[start] != 0 { start += 1 }
                guard start + 2 <= end else { return [] }
                return (try? inflate(bytes.extracting((start + 2)..<end), limit: 16_000_000)) ?? []
            }
            offset = end + 4
        }
        return []
    }
}

extension WebPHeader {
    /// The ICC profile of the ICCP chunk; empty where there is none.
    static func profile(_ bytes: Span<UInt8>) -> [UInt8] {
        var offset = 12
        while let length = bytes.littleEndian32(at: offset + 4) {
            if bytes.has("ICCP", at: offset) { return bytes.copy(from: offset + 8, count: length) }
            offset += 8 + length + (length & 1)
        }
        return []
    }
}

import Crypto
import Platform

extension Fixtures {
    /// A JPEG or PNG with some bytes in a part of the picture that no reader shows: another picture of equal pixels.
    ///
    /// A JPEG gets a table of quantization that no component uses, a PNG a chunk that libpng does not read.
    package static func marked(_ picture: [UInt8], _ mark: [UInt8]) -> [UInt8] {
        guard !mark.isEmpty else { return picture }
        if picture.starts(with: [0xFF, 0xD8]) {
            let digest = Digest(of: mark.span).bytes
            return insert([0xFF, 0xDB, 0, 67, 3] + (digest + digest).map { max($0, 1) }, at: 2)
        }
        let body = Array("cICP".utf8) + mark
        // Behind the signature and the header chunk.
        return insert(bigEndian(UInt32(mark.count)) + body + bigEndian(crc32(body)), at: 33)

        func insert(_ part: [UInt8], at place: Int) -> [UInt8] {
            var marked = picture
            marked.insert(contentsOf: part, at: place)
            return marked
        }
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    /// The checksum of a PNG's chunk (PNG 1.2, annex D).
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }
}

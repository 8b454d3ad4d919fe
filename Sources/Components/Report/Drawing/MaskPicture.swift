internal import Domain
internal import Text
internal import Zlib

/// The pixels of a class as a picture that lies over the photograph: a PNG of one bit a pixel, one colour and nothing.
struct MaskPicture {
    /// The PNG file.
    let png: [UInt8]
    /// Where it lies, in pixels of the upright picture.
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    /// The picture of a segment; nil where its mask or its frame cannot be read.
    init?(_ segment: Annotation, color: UInt32) {
        guard let mask = SegmentMask(segment) else { return nil }
        let place = mask.place
        (x, y, width, height) = (place.left, place.top, place.right - place.left, place.bottom - place.top)
        png = Self.file(mask.columns, mask.rows, Self.bits(of: mask), color)
    }

    /// The same as an address.
    var address: String { "data:image/png;base64,\(String(decoding: Base64.encode(png), as: UTF8.self))" }

    /// Rows of bits, each with a filter byte before it.
    private static func bits(of mask: SegmentMask) -> [UInt8] {
        let stride = 1 + (mask.columns + 7) / 8
        var bits = [UInt8](repeating: 0, count: stride * mask.rows)
        for (cell, isInside) in mask.isInside.enumerated() where isInside {
            let column = cell % mask.columns
            bits[cell / mask.columns * stride + 1 + column / 8] |= 0x80 >> UInt8(column % 8)
        }
        return bits
    }

    private static func file(_ columns: Int, _ rows: Int, _ bits: [UInt8], _ color: UInt32) -> [UInt8] {
        let rgb = [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255)]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", word(columns) + word(rows) + [1, 3, 0, 0, 0]) + chunk("PLTE", [0, 0, 0] + rgb)
            + chunk("tRNS", [0, opacity]) + chunk("IDAT", deflate(bits.span)) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return word(data.count) + body + word(Int(crc32(body.span)))
    }

    private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
}

/// 45 % of 255.
private let opacity: UInt8 = 115

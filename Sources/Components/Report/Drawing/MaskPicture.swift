internal import Domain
internal import JSON
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
        guard let runs = segment.blob, let text = segment.attributes,
            let root = try? JSONDocument(Array(text.utf8)).root,
            let columns = root["width"]?.integer, let rows = root["height"]?.integer, (1...maxEdge).contains(columns),
            (1...maxEdge).contains(rows)
        else { return nil }
        // x_min, y_min, x_max, y_max.
        let frame = root["frame"]?.elements.compactMap(\.double) ?? []
        guard frame.count == 4, frame[2] > frame[0], frame[3] > frame[1] else { return nil }
        (x, y, width, height) = (frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1])
        png = Self.file(columns, rows, Self.bits(of: runs, columns, rows), color)
    }

    /// The same as an address.
    var address: String { "data:image/png;base64,\(String(decoding: Base64.encode(png), as: UTF8.self))" }

    /// Rows of bits, each with a filter byte before it, from lengths that are alternately outside and inside.
    private static func bits(of runs: [UInt8], _ columns: Int, _ rows: Int) -> [UInt8] {
        let stride = 1 + (columns + 7) / 8
        var bits = [UInt8](repeating: 0, count: stride * rows)
        var (pixel, isInside) = (0, false)
        for start in Swift.stride(from: 0, to: runs.count - 3, by: 4) {
            let length = (0..<4).reduce(0) { $0 | Int(runs[start + $1]) << (8 * $1) }
            let end = min(pixel + length, columns * rows)
            if isInside {
                for inside in pixel..<end {
                    let column = inside % columns
                    bits[inside / columns * stride + 1 + column / 8] |= 0x80 >> UInt8(column % 8)
                }
            }
            (pixel, isInside) = (end, !isInside)
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

/// The longest edge of a mask that is drawn.
private let maxEdge = 8192
/// 45 % of 255.
private let opacity: UInt8 = 115

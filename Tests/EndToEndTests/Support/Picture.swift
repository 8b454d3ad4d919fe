import Pictures
import TestSupport
import Zlib

/// A picture made by a test: RGB bytes, rows from the top.
struct Picture {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int, color: [UInt8] = [0, 0, 0]) {
        self.width = width
        self.height = height
        // By rows: in a build for tests a loop over all bytes takes longer than what is tested.
        let row = Self.row(width, color)
        pixels = []
        pixels.reserveCapacity(3 * width * height)
        for _ in 0..<height { pixels += row }
    }

    /// Noise.
    init(noise width: Int, _ height: Int, using random: inout Seeded) {
        var words: [UInt64] = []
        for _ in 0...(3 * width * height / 8) { words.append(random.next()) }
        self.init(width: width, height: height)
        pixels = words.withUnsafeBytes { Array($0.prefix(3 * width * height)) }
    }

    /// Paints a rectangle.
    mutating func fill(x: Range<Int>, y: Range<Int>, _ color: [UInt8]) {
        let line = Self.row(x.count, color)
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in y {
                let start = 3 * (row * width + x.lowerBound)
                _ = pixels[start..<start + line.count].update(fromContentsOf: line)
            }
        }
    }

    private static func row(_ width: Int, _ color: [UInt8]) -> [UInt8] {
        var row: [UInt8] = []
        row.reserveCapacity(3 * width)
        for _ in 0..<width { row += color }
        return row
    }

    func at(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(3 * (y * width + x))..<(3 * (y * width + x) + 3)]) }

    mutating func set(_ x: Int, _ y: Int, _ color: [UInt8]) {
        for channel in 0..<3 { pixels[3 * (y * width + x) + channel] = color[channel] }
    }

    /// As a PNG.
    var png: [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height { rows += [0] + pixels[(3 * row * width)..<(3 * (row + 1) * width)] }
        return PNG.file(width: width, height: height, data: deflate(rows.span, level: 1))
    }
}

/// The parts of a PNG (https://www.w3.org/TR/png-3/).
enum PNG {
    /// A file of 8-bit RGB.
    static func file(width: Int, height: Int, data: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0]) + chunk("IDAT", data) + chunk("IEND", [])
    }

    /// A file with a chunk more behind its header.
    static func inserting(_ name: String, _ data: [UInt8], into file: [UInt8]) -> [UInt8] {
        Array(file[..<33]) + chunk(name, data) + file[33...]
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return number(data.count) + body + number(Int(crc32(body.span)))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

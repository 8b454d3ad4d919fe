/// Writes TIFF structures for the tests, in either byte order and with anything in them.
struct ExifWriter {
    /// One tag of a directory.
    struct Field {
        var tag: UInt16
        var type: UInt16
        var count: Int
        var value: Value

        enum Value {
            /// Bytes as they stand in the file.
            case bytes([UInt8])
            /// 16-bit numbers, in the file's order.
            case shorts([Int])
            /// 32-bit numbers, in the file's order; fractions are two each.
            case longs([Int])
        }

        static func short(_ tag: UInt16, _ value: Int) -> Field {
            Field(tag: tag, type: 3, count: 1, value: .shorts([value]))
        }
        static func long(_ tag: UInt16, _ value: Int) -> Field {
            Field(tag: tag, type: 4, count: 1, value: .longs([value]))
        }
        static func text(_ tag: UInt16, _ text: String) -> Field {
            Field(tag: tag, type: 2, count: text.utf8.count + 1, value: .bytes(Array(text.utf8) + [0]))
        }
        static func fractions(_ tag: UInt16, _ numbers: [Int]) -> Field {
            Field(tag: tag, type: 5, count: numbers.count / 2, value: .longs(numbers))
        }
    }

    var isBigEndian = false

    /// A block of the main directory, and the EXIF and GPS ones where they have fields.
    func block(main: [Field], exif: [Field] = [], gps: [Field] = []) -> [UInt8] {
        var main = main
        let mainLength = length(main.count + (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1), main)
        let exifStart = 8 + mainLength
        let gpsStart = exifStart + (exif.isEmpty ? 0 : length(exif.count, exif))
        if !exif.isEmpty { main.append(.long(0x8769, exifStart)) }
        if !gps.isEmpty { main.append(.long(0x8825, gpsStart)) }
        var block: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
        block += number(42, 2) + number(8, 4)
        block += directory(main, at: 8)
        if !exif.isEmpty { block += directory(exif, at: exifStart) }
        if !gps.isEmpty { block += directory(gps, at: gpsStart) }
        return block
    }

    /// A JPEG's bytes with this block in an EXIF segment behind the first marker.
    static func insert(_ block: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
        let segment = Array("Exif\0\0".utf8) + block
        let length = segment.count + 2
        return Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + segment + jpeg[2...]
    }

    private func length(_ count: Int, _ fields: [Field]) -> Int {
        2 + 12 * count + 4 + fields.map { bytes($0.value).count }.filter { $0 > 4 }.reduce(0, +)
    }

    private func directory(_ fields: [Field], at start: Int) -> [UInt8] {
        var entries = number(fields.count, 2)
        var values: [UInt8] = []
        for field in fields {
            let value = bytes(field.value)
            entries += number(Int(field.tag), 2) + number(Int(field.type), 2) + number(field.count, 4)
            if value.count <= 4 {
                entries += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                entries += number(start + 2 + 12 * fields.count + 4 + values.count, 4)
                values += value
            }
        }
        return entries + [0, 0, 0, 0] + values
    }

    private func bytes(_ value: Field.Value) -> [UInt8] {
        switch value {
        case .bytes(let bytes): bytes
        case .shorts(let numbers): numbers.flatMap { number($0, 2) }
        case .longs(let numbers): numbers.flatMap { number($0, 4) }
        }
    }

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}

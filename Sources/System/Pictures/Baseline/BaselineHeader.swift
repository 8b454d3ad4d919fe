/// The markers of a JPEG of the common kind: baseline, one scan, sampling as cameras write it, nothing odd.
struct BaselineHeader {
    /// One component as the frame and the scan describe it.
    struct Component {
        /// Blocks across and down in one unit of the scan.
        var across: Int
        /// See `across`.
        var down: Int
        /// Which divisors it takes.
        var divisors: Int
        /// The number of its DC code: 0 or 1.
        var dc = 0
        /// The number of its AC code: 2 or 3.
        var ac = 2
    }

    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var components: [Component] = []
    /// Units of the scan between two restart markers; 0: there are none.
    private(set) var restartInterval = 0
    /// The divisors in the file's order; empty where they are not defined.
    private(set) var divisors = [[UInt8]](repeating: [], count: 4)
    /// The offset of the first coded byte.
    private(set) var scan = 0

    /// Reads the markers up to the scan; nil at anything that the library might read in another way or warn of.
    ///
    /// - Parameter codes: takes the Huffman codes.
    init?(_ bytes: Span<UInt8>, _ codes: inout HuffmanCodes) {
        guard bytes.has([0xFF, 0xD8], at: 0) else { return nil }
        var offset = 2
        while scan == 0 {
            guard let length = bytes.bigEndian16(at: offset + 2), length >= 2, offset + 2 + length <= bytes.count,
                bytes[offset] == 0xFF
            else { return nil }
            let body = bytes.extracting((offset + 4)..<(offset + 2 + length))
            offset += 2 + length
            switch bytes[offset - length - 1] {
            case 0xDB: guard readDivisors(body) else { return nil }
            case 0xC0: guard readFrame(body) else { return nil }
            case 0xC4: guard Self.readCodes(body, &codes) else { return nil }
            case 0xDA:
                guard readScan(body, codes) else { return nil }
                scan = offset
            case 0xDD:
                guard let interval = body.bigEndian16(at: 0), body.count == 2 else { return nil }
                restartInterval = interval
            // Another version of JFIF is worth a warning to the library, and Adobe's marker tells other colors.
            case 0xE0: guard !body.has("JFIF\0", at: 0) || body.count < 14 || body[5] == 1 else { return nil }
            case 0xEE: guard !body.has("Adobe", at: 0) || body.count < 12 || body[11] == 1 else { return nil }
            case 0xE1...0xEF, 0xFE: break
            default: return nil
            }
        }
    }

    private mutating func readDivisors(_ body: Span<UInt8>) -> Bool {
        guard !body.isEmpty, body.count % 65 == 0 else { return false }
        for offset in stride(from: 0, to: body.count, by: 65) {
            let table = body.copy(from: offset + 1, count: 64)
            guard body[offset] < 4, !table.contains(0) else { return false }
            divisors[Int(body[offset])] = table
        }
        return true
    }

    private static func readCodes(_ body: Span<UInt8>, _ codes: inout HuffmanCodes) -> Bool {
        var offset = 0
        while offset < body.count {
            guard offset + 17 <= body.count, body[offset] & 0xEE == 0 else { return false }
            let counts = body.extracting((offset + 1)..<(offset + 17))
            var total = 0
            for index in 0..<16 { total += Int(counts[index]) }
            guard total <= 256, offset + 17 + total <= body.count else { return false }
            let symbols = body.extracting((offset + 17)..<(offset + 17 + total))
            guard codes.define(Int(body[offset] >> 3 | body[offset] & 1), counts, symbols) else { return false }
            offset += 17 + total
        }
        return offset > 0
    }

    private mutating func readFrame(_ body: Span<UInt8>) -> Bool {
        guard components.isEmpty, body.count >= 6, body[0] == 8, body.count == 6 + 3 * Int(body[5]) else {
            return false
        }
        let (height, width) = (Int(body[1]) << 8 | Int(body[2]), Int(body[3]) << 8 | Int(body[4]))
        // 65500 is the library's own limit for an edge. Up to 4 pixels are of the same size at several scales, and the
        // library takes the largest.
        guard (1...65_500).contains(width), (1...65_500).contains(height), max(width, height) > 4 else { return false }
        size = PixelSize(width: width, height: height)
        for index in 0..<Int(body[5]) {
            let (name, sampling, table) = (body[6 + 3 * index], body[7 + 3 * index], body[8 + 3 * index])
            guard name == index + 1, table < 4 else { return false }
            components.append(
                Component(across: Int(sampling >> 4), down: Int(sampling & 15), divisors: Int(table)))
        }
        switch components.map({ [$0.across, $0.down] }) {
        case [[1, 1]], [[1, 1], [1, 1], [1, 1]], [[2, 1], [1, 1], [1, 1]], [[2, 2], [1, 1], [1, 1]]: return true
        default: return false
        }
    }

    private mutating func readScan(_ body: Span<UInt8>, _ codes: HuffmanCodes) -> Bool {
        let count = components.count
        guard count > 0, body.count == 4 + 2 * count, body[0] == count, body.has([0, 63, 0], at: 1 + 2 * count)
        else { return false }
        for index in 0..<count {
            let (name, tables) = (body[1 + 2 * index], body[2 + 2 * index])
            guard name == index + 1, tables & 0xEE == 0 else { return false }
            components[index].dc = Int(tables >> 4)
            components[index].ac = 2 + Int(tables & 1)
            guard codes.defines(components[index].dc), codes.defines(components[index].ac),
                !divisors[components[index].divisors].isEmpty
            else { return false }
        }
        return true
    }
}

/// How the one scan of an ordinary photograph is laid out: what `ReducedDecoder` must know before the coded data.
///
/// Ordinary is baseline or extended Huffman coding, one scan, grey or YCbCr with colours at the size of the brightness or
/// at half of it: what cameras write. Everything else is left to libjpeg-turbo.
struct BaselineLayout {
    /// One component, in the order of the scan.
    struct Component {
        /// Blocks across in each unit of coding: 1 or 2.
        var across = 1
        /// Blocks down in each unit of coding: 1 or 2.
        var down = 1
        fileprivate var id: UInt8 = 0
        fileprivate var quantiser = 0
        fileprivate(set) var dcTable = 0
        fileprivate(set) var acTable = 0
    }

    /// The size of the picture.
    private(set) var size = PixelSize(width: 0, height: 0)
    /// One or three.
    private(set) var components: [Component] = []
    /// Units of coding between restarts; 0: none.
    private(set) var restartInterval = 0
    /// Where the coded data begins.
    private(set) var dataStart = 0
    /// Definitions of Huffman tables: 16 counts and the symbols; DC 0...3, then AC 0...3.
    private(set) var huffman: [[UInt8]] = Array(repeating: [], count: 8)
    private var quantisers: [[UInt16]] = Array(repeating: [], count: 4)
    private var isPlainColour = true

    /// Walks the markers up to the scan; nil where anything is out of the ordinary, or broken.
    init?(_ bytes: Span<UInt8>) {
        var offset = 2
        while let marker = JPEGHeader.nextMarker(bytes, &offset) {
            guard let length = bytes.bigEndian16(at: offset), length >= 2, offset + length <= bytes.count else {
                return nil
            }
            let segment = bytes.extracting((offset + 2)..<(offset + length))
            offset += length
            switch marker {
            case 0xC0, 0xC1: guard components.isEmpty, readFrame(segment) else { return nil }
            case 0xC4: guard readHuffman(segment) else { return nil }
            case 0xDB: guard readQuantisers(segment) else { return nil }
            case 0xDD:
                guard let interval = segment.bigEndian16(at: 0) else { return nil }
                restartInterval = interval
            case 0xDA:
                guard readScan(segment) else { return nil }
                dataStart = offset
                return
            case 0xEE:
                // Adobe's last byte says how colours are coded; 1 is YCbCr.
                if segment.count == 12, segment.has("Adobe", at: 0) { isPlainColour = segment[11] == 1 }
            case 0xE0...0xEF, 0xFE: continue
            default: return nil
            }
        }
        return nil
    }

    /// The quantiser's steps for a component, in the order of the coded coefficients.
    func quantiser(of component: Component) -> [UInt16] { quantisers[component.quantiser] }

    private mutating func readFrame(_ segment: Span<UInt8>) -> Bool {
        guard segment.count >= 6, segment[0] == 8, let height = segment.bigEndian16(at: 1),
            let width = segment.bigEndian16(at: 3), width > 0, height > 0, [1, 3].contains(segment[5]),
            segment.count == 6 + 3 * Int(segment[5])
        else { return false }
        size = PixelSize(width: width, height: height)
        for index in 0..<Int(segment[5]) {
            let at = 6 + 3 * index
            let component = Component(
                across: Int(segment[at + 1] >> 4), down: Int(segment[at + 1] & 15), id: segment[at],
                quantiser: Int(segment[at + 2]))
            guard component.quantiser < 4 else { return false }
            components.append(component)
        }
        guard components.count == 3 else {
            // A scan of one component is coded block by block, whatever its factors.
            (components[0].across, components[0].down) = (1, 1)
            return true
        }
        // Letters for names mean red, green and blue (libjpeg's rule).
        let ids = components.map(\.id)
        return (1...2).contains(components[0].across) && (1...2).contains(components[0].down)
            && components[1...].allSatisfy { $0.across == 1 && $0.down == 1 } && ids != Array("RGB".utf8)
    }

    private mutating func readQuantisers(_ segment: Span<UInt8>) -> Bool {
        var at = 0
        while at < segment.count {
            let (isWide, number) = (segment[at] >> 4 == 1, Int(segment[at] & 15))
            let length = isWide ? 128 : 64
            guard segment[at] >> 4 <= 1, number < 4, at + 1 + length <= segment.count else { return false }
            var steps: [UInt16] = []
            for index in 0..<64 {
                let from = at + 1 + (isWide ? 2 * index : index)
                steps.append(isWide ? UInt16(segment[from]) << 8 | UInt16(segment[from + 1]) : UInt16(segment[from]))
            }
            quantisers[number] = steps
            at += 1 + length
        }
        return true
    }

    private mutating func readHuffman(_ segment: Span<UInt8>) -> Bool {
        var at = 0
        while at + 17 <= segment.count {
            let (kind, number) = (Int(segment[at] >> 4), Int(segment[at] & 15))
            let definition = segment.copy(from: at + 1, count: 16)
            let symbols = definition.reduce(0) { $0 + Int($1) }
            guard kind <= 1, number < 4, symbols <= 256, at + 17 + symbols <= segment.count else { return false }
            huffman[4 * kind + number] = definition + segment.copy(from: at + 17, count: symbols)
            at += 17 + symbols
        }
        return at == segment.count
    }

    private mutating func readScan(_ segment: Span<UInt8>) -> Bool {
        let count = components.count
        guard count > 0, isPlainColour || count == 1, segment.count == 4 + 2 * count, Int(segment[0]) == count,
            segment[1 + 2 * count] == 0, segment[2 + 2 * count] == 63, segment[3 + 2 * count] == 0
        else { return false }
        for index in 0..<count {
            let tables = segment[2 + 2 * index]
            guard segment[1 + 2 * index] == components[index].id, tables >> 4 < 4, tables & 15 < 4 else { return false }
            (components[index].dcTable, components[index].acTable) = (Int(tables >> 4), 4 + Int(tables & 15))
            guard !huffman[components[index].dcTable].isEmpty, !huffman[components[index].acTable].isEmpty,
                !quantisers[components[index].quantiser].isEmpty
            else { return false }
        }
        return true
    }
}

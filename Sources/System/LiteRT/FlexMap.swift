/// The whole numbers of a FlexBuffer whose root is a map, as custom operations keep their options.
///
/// The layout is FlexBuffers' own: the last byte is the width of the root, the one before its type, and before that
/// lies the root: the distance back to the map's values. Before those lie their number, and the distance and the
/// width of the keys; behind them a byte with each one's type. Bytes that make no sense give no numbers.
struct FlexMap {
    private var integers: [String: Int] = [:]

    /// Reads a map; nil where the bytes are not one.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= 3, case let root = bytes.count - 2, bytes[root] >> 2 == FlexMap.map,
            case let width = 1 << Int(bytes[root] & 3), case let place = root - Int(bytes[bytes.count - 1]),
            let back = FlexMap.unsigned(bytes, at: place, Int(bytes[bytes.count - 1])),
            case let values = place - back, let count = FlexMap.unsigned(bytes, at: values - width, width),
            count <= 256, let keyBack = FlexMap.unsigned(bytes, at: values - 3 * width, width),
            let keyWidth = FlexMap.unsigned(bytes, at: values - 2 * width, width), keyWidth <= 8,
            case let keys = values - 3 * width - keyBack
        else { return nil }
        for index in 0..<count {
            let (key, type) = (keys + index * keyWidth, values + count * width + index)
            guard let distance = FlexMap.unsigned(bytes, at: key, keyWidth), bytes.indices.contains(type),
                let name = FlexMap.name(bytes, at: key - distance)
            else { return nil }
            guard [FlexMap.signedInteger, FlexMap.unsignedInteger].contains(bytes[type] >> 2) else { continue }
            integers[name] = FlexMap.unsigned(bytes, at: values + index * width, width)
        }
    }

    /// A whole number that is not negative; nil where there is none of this name.
    func integer(_ name: String) -> Int? { integers[name] }

    private static let signedInteger: UInt8 = 1
    private static let unsignedInteger: UInt8 = 2
    private static let map: UInt8 = 9

    /// A little-endian number; nil for one that lies outside, or is larger than any place here.
    private static func unsigned(_ bytes: Span<UInt8>, at place: Int, _ width: Int) -> Int? {
        guard [1, 2, 4, 8].contains(width), place >= 0, place <= bytes.count - width else { return nil }
        var value: UInt64 = 0
        for index in 0..<width { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        return value <= UInt64(Int32.max) ? Int(value) : nil
    }

    /// A text that ends with a zero.
    private static func name(_ bytes: Span<UInt8>, at place: Int) -> String? {
        guard place >= 0 else { return nil }
        var name: [UInt8] = []
        for index in place..<min(bytes.count, place + 64) {
            if bytes[index] == 0 { return String(decoding: name, as: UTF8.self) }
            name.append(bytes[index])
        }
        return nil
    }
}

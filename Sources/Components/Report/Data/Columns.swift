internal import Text

/// Numbers as the page reads them: base 64 of little-endian values, which becomes a typed array.
enum Columns {
    static func base64<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(numbers.count * MemoryLayout<Number>.size)
        for number in numbers {
            for shift in stride(from: 0, to: number.bitWidth, by: 8) {
                all.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return Base64.encode(all)
    }

    static func base64(_ numbers: [Float]) -> [UInt8] { base64(numbers.map(\.bitPattern)) }

    static func base64(_ numbers: [Double]) -> [UInt8] { base64(numbers.map(\.bitPattern)) }
}

/// Components that have a sample for each pixel, as red, green and blue.
extension Bitmap: RowTarget {
    mutating func take(_ rows: Span<UInt8>, unit: Int, rowLength: Int, planeLength: Int) {
        let count = planeLength / rowLength
        let isGrey = rows.count == planeLength
        for y in (unit * count)..<min((unit + 1) * count, height) {
            write(rows, at: (y - unit * count) * rowLength, plane: isGrey ? 0 : planeLength, y)
        }
    }

    /// Writes one row of the picture from its planes, which lie `plane` apart; 0: the one that there is is grey.
    private mutating func write(_ planes: Span<UInt8>, at offset: Int, plane: Int, _ y: Int) {
        let width = width
        let levels = planes.extracting(offset..<(offset + width))
        let blues = planes.extracting((offset + plane)..<(offset + plane + width))
        let reds = planes.extracting((offset + 2 * plane)..<(offset + 2 * plane + width))
        var pixels = self.pixels.mutableSpan
        // Eight at a time; the last eight may be some of those before once more.
        for start in stride(from: 0, to: width, by: 8) {
            let first = max(0, min(start, width &- 8))
            let count = min(8, width)
            let level = Self.eight(levels, first, count)
            var (red, green, blue) = (level, level, level)
            if plane > 0 {
                // The library's conversion of BT.601 (JFIF), in 16 bits of fraction.
                let towardsBlue = Self.eight(blues, first, count) &- 128
                let towardsRed = Self.eight(reds, first, count) &- 128
                red &+= towardsRed &+ (26345 &* towardsRed &+ 32768) &>> 16
                green &+= (32768 &- 22554 &* towardsBlue &+ 18734 &* towardsRed) &>> 16 &- towardsRed
                blue &+= 2 &* towardsBlue &+ (32768 &- 14942 &* towardsBlue) &>> 16
            }
            red.clamp(lowerBound: .zero, upperBound: SIMD8(repeating: 255))
            green.clamp(lowerBound: .zero, upperBound: SIMD8(repeating: 255))
            blue.clamp(lowerBound: .zero, upperBound: SIMD8(repeating: 255))
            let place = 3 &* (y &* width &+ first)
            for index in 0..<count {
                pixels[place &+ 3 &* index] = UInt8(truncatingIfNeeded: red[index])
                pixels[place &+ 3 &* index &+ 1] = UInt8(truncatingIfNeeded: green[index])
                pixels[place &+ 3 &* index &+ 2] = UInt8(truncatingIfNeeded: blue[index])
            }
        }
    }

    /// Eight bytes as numbers, or as many as there are.
    @inline(__always) private static func eight(_ bytes: Span<UInt8>, _ first: Int, _ count: Int) -> SIMD8<Int32> {
        if count == 8 {
            let e = bytes.extracting(first..<(first &+ 8))
            return SIMD8(truncatingIfNeeded: SIMD8(e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7]))
        }
        var numbers = SIMD8<Int32>.zero
        for index in 0..<count { numbers[index] = Int32(bytes[first &+ index]) }
        return numbers
    }
}

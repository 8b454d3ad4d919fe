extension Picture {
    /// A picture with a mark, as Tests/Peers/marks.py draws and finds them: a green corner, a magenta box in a pale
    /// zone, a number in a strip along the lower edge.
    init(mark number: Int, width: Int = 160, height: Int = 120) {
        self.init(width: width, height: height, color: [112, 108, 104])
        let edge = max(6, min(width, height) / 10)
        fill(x: 0..<2 * edge, y: 0..<edge, [0, 200, 0])
        let (left, top) = (width / 4 + number % 9, height / 4 + number % 7)
        fill(x: left - 4..<left + width / 4 + 4, y: top - 4..<top + height / 4 + 4, [206, 206, 206])
        fill(x: left..<left + width / 4, y: top..<top + height / 4, [255, 0, 255])
        let cells = Self.cells(of: number)
        for (place, isWhite) in cells.enumerated() {
            let column = place * width / cells.count..<(place + 1) * width / cells.count
            let shade: UInt8 = isWhite ? 235 : 20
            fill(x: column, y: height - max(8, height / 12)..<height, [shade, shade, shade])
        }
    }

    /// Two cells to know the strip by, 14 bits of the number and 4 of a check, the highest first.
    private static func cells(of number: Int) -> [Bool] {
        let check = (number % 15 + 7 * (number >> 7)) % 16 ^ 0b0101
        let value = number << 4 | check
        return [true, false] + (0..<18).reversed().map { value >> $0 & 1 == 1 }
    }
}

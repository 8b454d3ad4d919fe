/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2): its name, and where it lies.
struct HEIFBox {
    let name: BoxName
    /// All of it, with its length and its name.
    let range: Range<Int>
    /// What follows the length and the name.
    let body: Range<Int>

    /// The most boxes in one box, and the most items of any list, as libheif has it.
    static let maxCount = 20_000

    /// The box at an offset; nil where it does not end before `end`.
    ///
    /// A length of 0, which means "up to the end of the file", counts as such: libheif does not read it either.
    init?(_ bytes: Span<UInt8>, at offset: Int, before end: Int) {
        guard let short = bytes.bigEndian32(at: offset), let name = BoxName(bytes, at: offset + 4) else { return nil }
        var (length, start) = (short, 8)
        if short == 1 {
            guard let high = bytes.bigEndian32(at: offset + 8), let low = bytes.bigEndian32(at: offset + 12) else {
                return nil
            }
            (length, start) = (high << 32 | low, 16)
        }
        // The name of a box that somebody made up is of 16 bytes more.
        if name == "uuid" { start += 16 }
        guard length >= start, length <= end - offset else { return nil }
        self.name = name
        range = offset..<(offset + length)
        body = (offset + start)..<(offset + length)
    }

    /// The boxes that fill a range from its start to its end.
    static func all(in range: Range<Int>, of bytes: Span<UInt8>) throws(PictureError) -> [HEIFBox] {
        var boxes: [HEIFBox] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let box = HEIFBox(bytes, at: offset, before: range.upperBound) else {
                throw .truncated(.heic, message: "a box is longer than the one around it")
            }
            guard boxes.count < maxCount else { throw .unsupported(.heic, .variant("too many boxes in one box")) }
            boxes.append(box)
            offset = box.range.upperBound
        }
        return boxes
    }
}

extension [HEIFBox] {
    /// The one box of a name; nil where there is none.
    ///
    /// Of two, some readers take the first and some the last.
    func single(_ name: BoxName) throws(PictureError) -> HEIFBox? {
        let found = filter { $0.name == name }
        guard found.count <= 1 else { throw .damaged(.heic, message: "two boxes where one belongs") }
        return found.first
    }

    /// The one box of a name.
    func required(_ name: BoxName) throws(PictureError) -> HEIFBox {
        guard let box = try single(name) else { throw .damaged(.heic, message: "a box is missing") }
        return box
    }
}

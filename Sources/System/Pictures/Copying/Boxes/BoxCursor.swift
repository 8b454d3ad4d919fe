/// Reads the numbers of a box one after another, and never beyond its end.
struct BoxCursor {
    /// Where the next number begins.
    private(set) var offset: Int
    let end: Int

    /// Begins behind a box's length and name.
    init(_ box: HEIFBox) { self.init(box.body) }

    init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Steps over bytes.
    mutating func skip(_ count: Int) throws(PictureError) {
        guard count <= end - offset else { throw .truncated(.heic, message: "a box is cut short") }
        offset += count
    }

    /// A number of up to 8 bytes, the largest part first; 0 where it has none.
    mutating func number(_ bytes: Span<UInt8>, size: Int) throws(PictureError) -> Int {
        let start = offset
        try skip(size)
        var value: UInt64 = 0
        for index in start..<offset { value = value << 8 | UInt64(bytes[index]) }
        guard let number = Int(exactly: value) else { throw .damaged(.heic, message: "an impossibly large number") }
        return number
    }

    /// The version of a box, and its flags.
    ///
    /// - Parameter latest: the last version that is known here.
    mutating func version(_ bytes: Span<UInt8>, latest: Int) throws(PictureError) -> (Int, flags: Int) {
        let version = try number(bytes, size: 1)
        guard version <= latest else { throw .unsupported(.heic, .variant("a box of an unknown version")) }
        return (version, try number(bytes, size: 3))
    }
}

/// Bytes that come in pieces, given on by lines.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// How many of the first bytes are known to hold no line feed.
    private var searched = 0
    private var isTooLong = false

    mutating func add(_ more: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        bytes += more
    }

    /// The next whole line, without its end (a line feed, and a carriage return before it); nil inside where the line
    /// is too long, after which there is none.
    mutating func next() -> [UInt8]?? {
        guard !isTooLong else { return .some(nil) }
        guard let end = bytes.firstPlace(of: UInt8(ascii: "\n"), from: searched) else {
            searched = bytes.count
            isTooLong = bytes.count > maxLine
            return isTooLong ? .some(nil) : .none
        }
        guard end <= maxLine else {
            isTooLong = true
            return .some(nil)
        }
        var line = Array(bytes[..<end])
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        bytes.removeFirst(end + 1)
        searched = 0
        return line
    }
}

/// The most bytes of a line: 16 MiB.
private let maxLine = 16 << 20

internal import Text

/// Reads a body from its first byte to its last, as it is sent.
struct HTTPBodyReader {
    private let pieces: [HTTPBody.Piece]
    /// The piece that is read.
    private var index = 0
    /// How many bytes of it were read.
    private var place = 0

    /// A reader at the first byte.
    init(_ body: HTTPBody) { pieces = body.pieces }

    /// Whether all was read.
    var isAtEnd: Bool { index == pieces.count }

    /// Copies the next bytes; 0 at the end.
    mutating func read(into room: inout MutableSpan<UInt8>) -> Int {
        var filled = 0
        while filled < room.count, !isAtEnd {
            let count =
                switch pieces[index] {
                case .plain(let bytes): copy(bytes, into: &room, at: filled)
                case .base64(let bytes): encode(bytes, into: &room, at: filled)
                }
            filled += count
            place += count
            if place == pieces[index].count { (index, place) = (index + 1, 0) }
        }
        return filled
    }

    private func copy(_ bytes: [UInt8], into room: inout MutableSpan<UInt8>, at start: Int) -> Int {
        let (count, bytes) = (min(bytes.count - place, room.count - start), bytes.span)
        for offset in 0..<count { room[start + offset] = bytes[place + offset] }
        return count
    }

    /// Writes whole groups of four characters, or a part of one where there is room for no more or it was begun.
    private func encode(_ bytes: [UInt8], into room: inout MutableSpan<UInt8>, at start: Int) -> Int {
        let (first, free) = (place / 4 * 3, room.count - start)
        guard place % 4 == 0, free >= 4 else {
            let group = Base64.encode(Array(bytes[first..<min(first + 3, bytes.count)]))
            let count = min(4 - place % 4, free)
            for offset in 0..<count { room[start + offset] = group[place % 4 + offset] }
            return count
        }
        let source = bytes.span.extracting(first..<min(first + free / 4 * 3, bytes.count))
        Base64.write(source, into: &room, at: start)
        return Base64.count(of: source.count)
    }
}

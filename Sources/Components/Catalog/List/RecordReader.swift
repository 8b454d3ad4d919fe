internal import Platform
internal import Domain

/// Cuts a stream of bytes into the paths it lists.
struct RecordReader {
    /// One record.
    enum Record: Equatable {
        case path([UInt8])
        /// A record that no path can be, with its number from 1 and what is wrong.
        case refused(number: Int, reason: String)
        /// What the whole of it is, which is not a list; the last one.
        case foreign(FileKind)
    }

    /// The longest record; the system takes no path above 4096 bytes.
    static let limit = 65_536

    private var piece: [UInt8] = []
    private var at = 0
    private var number = 0
    private var isForeign = false
    /// NUL or newline; nil until the first bytes have told.
    private var separator: UInt8?
    private let read: () throws(SystemError) -> [UInt8]

    /// A reader of what `read` brings until it brings nothing.
    init(_ read: @escaping () throws(SystemError) -> [UInt8]) {
        self.read = read
    }

    /// The next path, or nil at the end.
    mutating func next() throws(SystemError) -> Record? {
        if separator == nil {
            try begin()
            if let kind = FileKind(binary: piece) {
                at = piece.count
                isForeign = true
                return .foreign(kind)
            }
        }
        if isForeign { return nil }
        while let record = try cut() {
            number += 1
            guard record.count <= Self.limit else {
                return .refused(number: number, reason: "is longer than \(Self.limit) bytes")
            }
            guard separator == newline else {
                if record.isEmpty { continue }
                return .path(record)
            }
            var line = record[...]
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            if line.first == UInt8(ascii: "#") { continue }
            if line.contains(0) { return .refused(number: number, reason: "has a NUL byte in it") }
            return .path(Array(line))
        }
        return nil
    }

    /// Learns the separator from the first bytes: a list cut at NULs has one within the longest path.
    private mutating func begin() throws(SystemError) {
        while piece.count < 8192, !piece.contains(0) {
            let more = try read()
            if more.isEmpty { break }
            piece += more
        }
        separator = piece.contains(0) ? 0 : newline
        // Editors on Windows write a byte order mark.
        if separator == newline, piece.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// The bytes up to the next separator, cut short above the limit; nil at the end.
    private mutating func cut() throws(SystemError) -> [UInt8]? {
        var record: [UInt8] = []
        var hasBytes = false
        while true {
            if at == piece.count {
                piece = try read()
                at = 0
                if piece.isEmpty { return hasBytes ? record : nil }
            }
            hasBytes = true
            let end = piece[at...].firstIndex(of: separator ?? newline)
            if record.count <= Self.limit { record += piece[at..<(end ?? piece.count)] }
            at = end.map { $0 + 1 } ?? piece.count
            if end != nil { return record }
        }
    }
}

private let newline = UInt8(ascii: "\n")

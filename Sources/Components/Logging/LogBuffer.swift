internal import Platform

/// What is being written; on the queue of the log alone.
struct LogBuffer {
    /// What is left after a write.
    struct Rest: Sendable {
        /// Bytes and lines that are not written.
        let bytes: Int, lines: Int
        /// Whether the system refused them; otherwise another process was writing.
        let isRefused: Bool
        /// The code of the last refusal.
        let lastCode: String?
    }

    private let file: LogFile
    private let onTrouble: @Sendable (SystemError) -> Void
    private var kept: [UInt8] = []
    private var count = 0
    private var lastCode: String?

    init(_ path: FilePath, onTrouble: @escaping @Sendable (SystemError) -> Void) {
        file = LogFile(path)
        self.onTrouble = onTrouble
    }

    /// Opens the name again before the next lines.
    func reopen() { file.close() }

    /// Writes what is left of earlier lines, and these.
    mutating func write(_ lines: [UInt8], _ count: Int) -> Rest {
        kept += lines
        self.count += count
        guard !kept.isEmpty else { return Rest(bytes: 0, lines: 0, isRefused: false, lastCode: lastCode) }
        let appended = file.append(kept)
        if let error = appended.error {
            if lastCode == nil { onTrouble(error) }
            lastCode = error.code
        }
        if appended.bytes == kept.count {
            kept.removeAll(keepingCapacity: true)
            self.count = 0
        } else {
            self.count -= kept[..<appended.bytes].count { $0 == UInt8(ascii: "\n") }
            kept.removeFirst(appended.bytes)
        }
        return Rest(bytes: kept.count, lines: self.count, isRefused: appended.error != nil, lastCode: lastCode)
    }
}

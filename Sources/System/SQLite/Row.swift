internal import CSQLite
internal import Glibc

/// The row at which a statement stands.
///
/// Columns are numbered from 0 and may be read after `step()` answered true and until the next call.
@safe package class Row {
    /// The compiled statement.
    let handle: OpaquePointer
    /// What it was compiled for; open until the statement is gone.
    let database: Handle
    /// Why what was read of the row cannot be; the next step throws it, and `Connection` after each row.
    var refusal: SQLiteError?

    /// Takes over a compiled statement.
    init(_ handle: OpaquePointer, of database: Handle) {
        unsafe self.handle = handle
        self.database = database
    }

    deinit { unsafe sqlite3_finalize(handle) }
}

extension Row {
    /// Refuses what was read of this row: the database is damaged.
    ///
    /// - Parameter reason: what cannot be: `run 3 names a job that is not there`.
    package func refuse(_ reason: String) {
        if refusal == nil { refusal = SQLiteError(damage: reason) }
    }

    /// The names of its columns.
    package var columns: [String] {
        (0..<(unsafe sqlite3_column_count(handle))).map { index in
            unsafe sqlite3_column_name(handle, index).map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// Whether a column is null.
    package func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// A column as a whole number, a moment, a count, an amount or a row's number; 0 for null.
    ///
    /// A number beyond `range` is not one of these: it is read as 0, and the row is refused. Sums and products of what
    /// is within it fit 64 bits.
    package func integer(_ column: Int32) -> Int64 {
        let number = bits(column)
        if Row.range.contains(number) { return number }
        refuse("\(name(of: column)) is \(number), which is not a date, a count, an amount or a row's number")
        return 0
    }

    /// What whole numbers a database of ours holds: those that a 64-bit floating-point number holds exactly; moments in
    /// milliseconds up to the year 287,396, in microseconds up to the year 2255.
    package static let range: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

    /// A column as a count or an amount, which are never below 0; 0 for null.
    package func count(_ column: Int32) -> Int64 {
        let number = integer(column)
        if number >= 0 { return number }
        refuse("\(name(of: column)) is \(number), and can only be 0 or more")
        return 0
    }

    /// A column as any 64 bits; 0 for null.
    package func bits(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    /// What a column is called in the statement; one without a name of its own is a figure.
    private func name(of column: Int32) -> String {
        let name = unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
        return name.contains(" ") ? "a figure" : name
    }

    /// A column as a whole number, or nil.
    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// A column as a number, or nil.
    package func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    /// A column as text, or nil.
    package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// A column as a number; 0 for null.
    package func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

    /// A column as text; bytes that are not UTF-8 become U+FFFD.
    package func text(_ column: Int32) -> String { String(decoding: textBytes(column), as: UTF8.self) }

    /// A text column's bytes as they are stored, which may not be UTF-8.
    package func textBytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// A column's bytes; none for null.
    package func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// How many bytes a column of text or bytes has; nothing is made for the answer.
    package func byteCount(_ column: Int32) -> Int { Int(unsafe sqlite3_column_bytes(handle, column)) }

    /// Order of a column of text or bytes, without its first bytes, and some bytes as `memcmp` has it.
    package func compare(_ column: Int32, after skipped: Int = 0, with bytes: [UInt8]) -> Int {
        let stored = Int(unsafe sqlite3_column_bytes(handle, column)) - skipped
        guard stored > 0, let start = unsafe sqlite3_column_blob(handle, column) else { return bytes.isEmpty ? 0 : -1 }
        let order = unsafe bytes.withUnsafeBytes { other in
            guard let otherStart = other.baseAddress else { return Int32(1) }
            return unsafe memcmp(start + skipped, otherStart, min(stored, other.count))
        }
        return order != 0 ? Int(order) : stored - bytes.count
    }

    /// The kinds of value a column can hold.
    package enum Kind: Sendable {
        case null, integer, real, text, blob
    }

    /// What a column holds in this row.
    package func kind(_ column: Int32) -> Kind {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// A column with the type that SQLite stored.
    package func value(_ column: Int32) -> Value {
        switch kind(column) {
        case .integer: .integer(bits(column))
        case .real: .real(real(column))
        case .text: .text(text(column))
        case .blob: .blob(blob(column))
        case .null: .null
        }
    }
}

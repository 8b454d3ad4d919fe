internal import CSQLite

/// What a function of SQL was called with, numbered from 0; it may be read only while the call lasts.
@safe package struct Arguments {
    private let values: UnsafeMutablePointer<OpaquePointer?>?
    /// How many there are.
    package let count: Int

    init(_ values: UnsafeMutablePointer<OpaquePointer?>?, count: Int) {
        unsafe self.values = unsafe values
        self.count = count
    }

    /// What an argument is.
    package func kind(_ index: Int) -> Row.Kind { unsafe SQLite.kind(of: value(index)) }

    /// An argument as a number; 0 for null.
    package func real(_ index: Int) -> Double { unsafe sqlite3_value_double(value(index)) }

    /// An argument as a whole number; 0 for null.
    package func integer(_ index: Int) -> Int64 { unsafe sqlite3_value_int64(value(index)) }

    /// Lends an argument's bytes as text, which may not be UTF-8; a number's digits, and none for null.
    package func withText<Result>(
        _ index: Int, _ body: (Span<UInt8>) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let value = unsafe value(index)
        let start = unsafe sqlite3_value_text(value)
        // SQLite gives nothing where it finds no memory for the text.
        guard unsafe start != nil || kind(index) == .null else {
            throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory")
        }
        let count = unsafe start == nil ? 0 : Int(sqlite3_value_bytes(value))
        return try body(unsafe UnsafeBufferPointer(start: start, count: count).span)
    }

    /// Lends the bytes of an argument that is a blob; none of any other.
    package func withBlob<Result>(
        _ index: Int, _ body: (Span<UInt8>) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let value = unsafe value(index)
        let count = kind(index) == .blob ? unsafe Int(sqlite3_value_bytes(value)) : 0
        // SQLite gives an empty blob no address.
        let start = unsafe count == 0 ? nil : sqlite3_value_blob(value)
        guard unsafe start != nil || count == 0 else { throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory") }
        return try body(unsafe UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self).span)
    }

    private func value(_ index: Int) -> OpaquePointer? {
        precondition(index >= 0 && index < count, "the function has \(count) arguments")
        return unsafe values?[index]
    }
}

/// What a value of a call is.
func kind(of value: OpaquePointer?) -> Row.Kind {
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
}

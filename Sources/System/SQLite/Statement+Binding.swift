internal import CSQLite

extension Statement {
    /// Binds values to the parameters in order.
    package func bind(_ values: [Value]) throws(Failure) {
        var index: Int32 = 0
        for value in values {
            index += 1
            let code: Int32
            switch value {
            case .null: code = unsafe sqlite3_bind_null(handle, index)
            case .integer(let number): code = unsafe sqlite3_bind_int64(handle, index, number)
            case .real(let number): code = unsafe sqlite3_bind_double(handle, index, number)
            case .text(var text):
                code = text.withUTF8 { utf8 in
                    unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
                        // An empty string's buffer may have no address, which SQLite would take for NULL.
                        guard let start = characters.baseAddress else {
                            return unsafe cs_bind_text(handle, index, "", 0)
                        }
                        return unsafe cs_bind_text(handle, index, start, UInt64(characters.count))
                    }
                }
            case .blob(let bytes):
                code = unsafe bytes.withUnsafeBytes { buffer in
                    unsafe cs_bind_blob(handle, index, buffer.baseAddress, UInt64(buffer.count))
                }
            }
            try check(code)
        }
    }

    /// Binds one parameter, numbered from 1; the others stay as they are.
    package func bind(_ number: Int64, at index: Int32) throws(Failure) {
        try check(unsafe sqlite3_bind_int64(handle, index, number))
    }

    /// Binds one parameter, numbered from 1; the others stay as they are.
    package func bind(_ number: Double, at index: Int32) throws(Failure) {
        try check(unsafe sqlite3_bind_double(handle, index, number))
    }

    /// Binds one parameter, numbered from 1, to a text of these bytes of UTF-8; the others stay as they are.
    package func bind(text bytes: [UInt8], at index: Int32) throws(Failure) {
        let code = unsafe bytes.withUnsafeBytes { buffer in
            guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else {
                return unsafe cs_bind_text(handle, index, "", 0)
            }
            return unsafe cs_bind_text(handle, index, start, UInt64(buffer.count))
        }
        try check(code)
    }

    /// Binds one parameter, numbered from 1, to these bytes; the others stay as they are.
    package func bind(blob bytes: [UInt8], at index: Int32) throws(Failure) {
        let code = unsafe bytes.withUnsafeBytes { buffer in
            unsafe cs_bind_blob(handle, index, buffer.baseAddress, UInt64(buffer.count))
        }
        try check(code)
    }
}

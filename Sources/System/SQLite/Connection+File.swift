internal import CSQLite

/// How far a write-ahead log has been copied into its database file.
package struct LogState: Equatable, Sendable {
    /// Other ones after each restart of the log.
    package let salts: UInt64
    /// Frames of the log that are in the file.
    package let copied: UInt32
    /// Whether some process copies further frames at this moment, or died while it did.
    package let isCopying: Bool
}

/// What is known of a connection's file beside its content.
extension Connection {
    /// Whether the open file is no longer the one that its path leads to.
    package var hasMoved: Bool { unsafe cs_has_moved(handle.pointer) != 0 }

    /// How far the write-ahead log is copied; nil where there is none.
    package var logState: LogState? {
        let state = unsafe cs_read_log_state(handle.pointer)
        guard state.salts != 0 else { return nil }
        return LogState(salts: state.salts, copied: state.copied, isCopying: state.copying > state.copied)
    }

    /// The bytes that the write-ahead log has at least, as its index says twice in a row around `look`; nil where
    /// no log exists, or where it changed meanwhile.
    package func logBytes<Seen>(around look: () -> Seen) -> (Seen, bytes: Int64)? {
        let before = unsafe cs_read_log_state(handle.pointer)
        let seen = look()
        let after = unsafe cs_read_log_state(handle.pointer)
        guard before.salts != 0, before.salts == after.salts, before.bytes == after.bytes else { return nil }
        return (seen, after.bytes)
    }

    /// The first 100 bytes of the file itself, past page cache and log; nil where it has fewer.
    package var header: [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 100)
        let code = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe cs_read_header(handle.pointer, buffer.baseAddress)
        }
        return code == SQLITE_OK ? bytes : nil
    }

    /// Leaves file and log as they are when the connection is closed, where SQLite would copy the log into the file.
    package func leaveLogWhenClosed() throws(Failure) { try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on: true) }
}

/// SQLite's version: `3.40.1`.
package var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

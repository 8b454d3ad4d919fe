internal import CSQLite

/// What SQLite may take of this process's memory, over all connections.
package enum MemoryLimit {
    /// Has SQLite add up what it takes, which `set` needs; call it before the first connection is made.
    ///
    /// Later it changes nothing, and there is no limit.
    package static func prepare() { _ = cs_keep_statistics() }

    /// Lets SQLite take this many bytes in all; what needs more is `tooLarge`.
    package static func set(bytes: Int64) { _ = sqlite3_hard_heap_limit64(bytes) }
}

internal import CPlatform
internal import Glibc

/// The file in which processes that work on a store leave a line when they crash; there is none as a rule.
package struct CrashFile: Sendable {
    /// What was in it.
    package struct Contents: Sendable {
        /// Its lines, but damaged ones.
        package let records: [CrashRecord]
        /// Its length.
        let bytes: Int64
    }

    /// Where it is.
    package let path: FilePath

    /// The file of that path.
    package init(_ path: FilePath) { self.path = path }

    /// What is in its first 64 KiB; nil where there is none, or none that processes of this user wrote: a link, a pipe,
    /// another user's file.
    package func contents() -> Contents? {
        let file = unsafe withCPath(path) { path in
            uninterrupted { unsafe cp_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0) }
        }
        guard file >= 0 else { return nil }
        defer { close(file) }
        var found = stat()
        guard unsafe fstat(file, &found) == 0 else { return nil }
        let status = FileStatus(found)
        guard status.kind == .file, status.owner == userNumber(), status.links == 1,
            let bytes = try? Descriptor(number: file).read(at: 0)
        else { return nil }
        // The last line may be one that is being written.
        let end = bytes.lastIndex(of: lineFeed) ?? 0
        return Contents(
            records: bytes[..<end].split(separator: lineFeed).compactMap { CrashRecord(line: $0) }, bytes: status.bytes)
    }

    /// Removes it, unless something was added since it was read.
    package func remove(_ contents: Contents) {
        if self.contents()?.bytes == contents.bytes { removeFile(path) }
    }
}

private let lineFeed = UInt8(ascii: "\n")

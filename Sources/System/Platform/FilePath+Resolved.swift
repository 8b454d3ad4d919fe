internal import CPlatform
internal import Glibc

extension FilePath {
    /// The absolute path with every link followed; an empty path is the current folder.
    package func resolved() throws(SystemError) -> FilePath {
        let asked = bytes.isEmpty ? FilePath(".") : self
        guard let real = unsafe withCPath(asked, { unsafe realpath($0, nil) }) else {
            throw SystemError("find", asked)
        }
        defer { unsafe free(real) }
        return unsafe FilePath(bytes: Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
    }

    /// The absolute path of a file that may not be there yet: every link followed, also a last one that leads to
    /// nothing.
    package func resolvedWhereItWouldBe() throws(SystemError) -> FilePath {
        var path = self
        // As many links in a row as the system itself follows (path_resolution(7)).
        for _ in 0..<40 {
            let folder = try path.directory.resolved()
            let file = folder.appending(path.name)
            guard let target = file.linkTarget else { return file }
            path = folder.appending(target)
        }
        throw SystemError("find", self, number: ELOOP)
    }

    /// The same path without `.`, doubled slashes and the folders that a `..` leaves again, except behind a link, where
    /// `..` leads to where the link's end lies.
    package var shortened: FilePath {
        var kept = FilePath(bytes: isAbsolute ? [UInt8(ascii: "/")] : [])
        for part in bytes.split(separator: UInt8(ascii: "/")) where part != [UInt8(ascii: ".")] {
            let isParent = part == [UInt8(ascii: "."), UInt8(ascii: ".")]
            let last = kept.name.bytes
            let isLeft = isParent && !last.isEmpty && last != Array("..".utf8) && !FileStatus.isLink(kept)
            if isLeft {
                kept = kept.directory
            } else if !(isParent && kept.bytes == [UInt8(ascii: "/")]) {
                kept = kept.appending(FilePath(bytes: Array(part)))
            }
        }
        return kept
    }

    /// What a symbolic link says, as it is written; nil for anything else.
    private var linkTarget: FilePath? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe withCPath(self) { unsafe readlink($0, &text, text.count) }
        return count < 0 ? nil : FilePath(bytes: text.prefix(count).map { UInt8(bitPattern: $0) })
    }

    /// Whether it is a name in one of the folders where the system itself links to what is open: `/dev/stderr`,
    /// `/dev/fd/3`.
    package var isOfDescriptor: Bool { ["/dev", "/dev/fd", "/proc/self/fd"].contains(directory.description) }

    /// Whether this process may write what is named: by its rights, and as far as the disk takes changes at all.
    package var isWritable: Bool { unsafe withCPath(self) { unsafe access($0, W_OK) } == 0 }

    /// The current folder.
    package static func currentFolder() throws(SystemError) -> FilePath { try FilePath(".").resolved() }
}

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

    /// Whether this process may write what is named: by its rights, and as far as the disk takes changes at all.
    package var isWritable: Bool { unsafe withCPath(self) { unsafe access($0, W_OK) } == 0 }

    /// The current folder.
    package static func currentFolder() throws(SystemError) -> FilePath { try FilePath(".").resolved() }
}

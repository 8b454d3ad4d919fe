internal import CPlatform
internal import Glibc

/// A file in the making: it lies hidden beside where it will be until it is whole.
package struct FileDraft: Sendable {
    /// Where it lies until then: a hidden name with this process's number.
    package let path: FilePath
    private let target: FilePath

    /// An empty file, to be written by whatever means.
    package init(of target: FilePath) throws(SystemError) {
        self.target = target
        path = target.directory.appending(
            FilePath(bytes: Array(".".utf8) + target.name.bytes + Array(".\(getpid()).new".utf8)))
        guard let file = Descriptor.create(path) else { throw SystemError("write", target) }
        file.close()
    }

    /// Gives the file its name, once its bytes are on the disk; `EEXIST` where something has that name, which stays.
    ///
    /// Where that fails, nothing is left of the draft.
    package func publish() throws(SystemError) {
        defer { discard() }
        guard let file = Descriptor.reading(path) else { throw SystemError("read", path) }
        let synced = fsync(file.number) == 0
        let problem = synced ? nil : SystemError("write", target)
        file.close()
        if let problem { throw problem }
        // link(2) refuses a name that is taken, where rename(2) would put the file in its place.
        let linked = unsafe withCPath(path) { draft in unsafe withCPath(target) { target in unsafe link(draft, target) }
        }
        guard linked == 0 else { throw SystemError("write", target) }
    }

    /// Removes the draft.
    package func discard() { _ = unsafe withCPath(path) { path in unsafe unlink(path) } }
}

/// Puts a file in the place of another, whole or not at all: a reader sees the old bytes or the new ones.
///
/// The bytes are written beside it, under a hidden name with this process's number, and renamed (rename(2)). Nothing is
/// left behind where that fails.
///
/// - Parameter isPrivate: whether the file is one for its owner alone (mode 0600), from its first byte on.
package func replaceFile(_ path: FilePath, with bytes: [UInt8], isPrivate: Bool = false) throws(SystemError) {
    let draft = path.directory.appending(
        FilePath(bytes: Array(".".utf8) + path.name.bytes + Array(".\(getpid()).new".utf8)))
    // A draft that another process of the same number left keeps its mode, and is not written over.
    if isPrivate { remove(draft) }
    guard let file = Descriptor.create(draft, isPrivate: isPrivate) else { throw SystemError("write", path) }
    let problem = file.write(bytes)
    file.close()
    if let problem {
        remove(draft)
        throw SystemError("write", path, number: problem.number)
    }
    let renamed = unsafe withCPath(draft) { old in unsafe withCPath(path) { new in unsafe rename(old, new) } }
    guard renamed == 0 else {
        let error = SystemError("write", path)
        remove(draft)
        throw error
    }
}

private func remove(_ path: FilePath) {
    _ = unsafe withCPath(path) { path in unsafe unlink(path) }
}

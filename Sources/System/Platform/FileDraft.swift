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

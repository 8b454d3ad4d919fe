internal import CPlatform
internal import Glibc

/// A file in the making: it lies hidden beside where it will be until it is whole.
///
/// Every file that the program writes as a whole begins as one. Its name cannot be foreseen, and it is made where
/// nothing has that name, not even a link. Of a process that is killed it stays behind, and harms no other.
package struct AtomicFile: Sendable {
    /// Where it lies until then: a hidden name beside the target, `.copy.db.1x2y3z.new`.
    package let path: FilePath
    private let target: FilePath
    private let file: Descriptor

    /// An empty file, to be written by whatever means, and then published, put in place or discarded, once.
    ///
    /// - Parameter isPrivate: whether the file is one for its owner alone (mode 0600), from its first byte on.
    package init(of target: FilePath, isPrivate: Bool = false) throws(SystemError) {
        self.target = target
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        path = target.directory.appending(
            FilePath(bytes: Array(".".utf8) + target.name.bytes + Array(".\(random).new".utf8)))
        guard let file = Descriptor.create(path, isPrivate: isPrivate) else { throw SystemError("write", target) }
        self.file = file
    }

    /// Writes bytes behind those that are there.
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        if let problem = file.write(bytes) { throw SystemError("write", target, number: problem.number) }
    }

    /// Gives the file its name, once its bytes are on the disk; `EEXIST` where something has that name, which stays.
    ///
    /// Where that fails, nothing is left of the draft.
    package func publish() throws(SystemError) {
        defer { discard() }
        guard fsync(file.number) == 0 else { throw SystemError("write", target) }
        // link(2) refuses a name that is taken, where rename(2) would put the file in its place.
        let linked = unsafe withCPath(path) { draft in unsafe withCPath(target) { target in unsafe link(draft, target) }
        }
        guard linked == 0 else { throw SystemError("write", target) }
    }

    /// Writes bytes and gives the file its name, as `publish` does.
    package func publish(_ bytes: [UInt8]) throws(SystemError) {
        if let problem = file.write(bytes) {
            discard()
            throw SystemError("write", target, number: problem.number)
        }
        try publish()
    }

    /// Puts the file in the place of what has its name, once its bytes are on the disk.
    ///
    /// A link there is replaced, and not followed.
    ///
    /// Where that fails, nothing is left of the draft.
    package func replace() throws(SystemError) {
        defer { discard() }
        guard fsync(file.number) == 0 else { throw SystemError("write", target) }
        try moveFile(path, to: target)
    }

    /// Writes bytes and puts the file in the place of what has its name; a link there is replaced, and not followed.
    ///
    /// Where that fails, nothing is left of the draft.
    fileprivate func replace(with bytes: [UInt8]) throws(SystemError) {
        defer { discard() }
        if let problem = file.write(bytes) { throw SystemError("write", target, number: problem.number) }
        try moveFile(path, to: target)
    }

    /// Removes the draft.
    package func discard() {
        removeFile(path)
        file.close()
    }
}

/// Puts a file in the place of another, whole or not at all: a reader sees the old bytes or the new ones.
///
/// Nothing is left behind where that fails.
///
/// - Parameter isPrivate: whether the file is one for its owner alone (mode 0600), from its first byte on.
package func replaceFile(_ path: FilePath, with bytes: [UInt8], isPrivate: Bool = false) throws(SystemError) {
    try AtomicFile(of: path, isPrivate: isPrivate).replace(with: bytes)
}

internal import CPlatform
internal import Glibc

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

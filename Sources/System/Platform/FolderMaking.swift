internal import Glibc

/// Makes a folder and those around it, with the usual permissions; what is there stays.
package func makeFolder(_ path: FilePath) throws(SystemError) {
    if unsafe withCPath(path, { unsafe mkdir($0, 0o777) }) == 0 || lastError == EEXIST { return }
    let parent = path.directory
    guard lastError == ENOENT, parent != path else { throw SystemError("make", path) }
    try makeFolder(parent)
    guard unsafe withCPath(path, { unsafe mkdir($0, 0o777) }) == 0 || lastError == EEXIST else {
        throw SystemError("make", path)
    }
}

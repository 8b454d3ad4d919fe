internal import CPlatform
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

/// Removes a folder that has nothing in it; false where it has, or is not there.
@discardableResult
package func removeEmptyFolder(_ path: FilePath) -> Bool { unsafe withCPath(path) { unsafe rmdir($0) } == 0 }

/// Waits until all that was written to the file system of a folder is on its disk.
package func syncFileSystem(of folder: FilePath) throws(SystemError) {
    guard let opened = Descriptor.reading(folder) else { throw SystemError("open", folder) }
    defer { opened.close() }
    guard cp_sync_file_system(opened.number) == 0 else { throw SystemError("write", folder) }
}

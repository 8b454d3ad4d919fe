internal import CPlatform
internal import Glibc

/// Makes a folder for its owner alone (mode 0700), with those above it that are not there.
///
/// One that is there must be this user's and closed to writing by others: what is kept in it is believed later.
package func makePrivateFolder(_ folder: FilePath) throws(SystemError) {
    try make(folder)
    var status = stat()
    guard unsafe withCPath(folder, { unsafe stat($0, &status) }) == 0 else { throw SystemError("look at", folder) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError("use", folder, number: ENOTDIR) }
    guard status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
        throw SystemError("use", folder, number: EPERM)
    }
}

private func make(_ folder: FilePath) throws(SystemError) {
    if unsafe withCPath(folder, { unsafe mkdir($0, 0o700) }) == 0 { return }
    switch lastError {
    case EEXIST: return
    case ENOENT where folder.directory != folder && !folder.directory.bytes.isEmpty:
        try make(folder.directory)
        guard unsafe withCPath(folder, { unsafe mkdir($0, 0o700) }) == 0 || lastError == EEXIST else {
            throw SystemError("make", folder)
        }
    default: throw SystemError("make", folder)
    }
}

/// The user's folder of things that can be made again, by the XDG rule: a relative XDG_CACHE_HOME counts as none.
///
/// - Parameter environment: environment variables.
package func cacheFolder(_ environment: [String: String]) -> FilePath? {
    if let named = environment["XDG_CACHE_HOME"], named.hasPrefix("/") { return FilePath(named) }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return FilePath(home).appending(".cache")
}

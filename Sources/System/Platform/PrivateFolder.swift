internal import CPlatform
internal import Glibc

/// A folder that is its owner's alone (mode 0700): for what other users of the machine must neither read nor replace.
package enum PrivateFolder {
    /// Why a folder is not its owner's alone.
    package enum Problem: Error, Equatable, Sendable {
        /// Another user owns it, or it is a symbolic link that leads out of the owner's hands.
        case foreign
        /// It is not a folder.
        case notAFolder
        /// The system refuses: a read-only file system, a missing permission.
        case system(SystemError)
    }

    /// Makes a folder with all that is missing above it, each of mode 0700, and takes others' permissions from one
    /// that is there.
    package static func make(_ path: FilePath) throws(Problem) {
        let status: FileStatus
        do throws(SystemError) {
            guard try !makeMissing(path, depth: 0) else { return }
            status = try FileStatus(of: path)
        } catch {
            throw .system(error)
        }
        guard status.kind == .folder else { throw .notAFolder }
        guard status.owner == geteuid() else { throw .foreign }
        guard status.mode & 0o077 != 0 else { return }
        do throws(SystemError) { try setMode(path, 0o700) } catch { throw .system(error) }
    }
}

/// Gives a file or folder other permission bits.
package func setMode(_ path: FilePath, _ mode: UInt32) throws(SystemError) {
    guard unsafe withCPath(path, { unsafe chmod($0, mode_t(mode)) }) == 0 else {
        throw SystemError("change the mode of", path)
    }
}

/// Gives a file another name, in the place of what has that name; both on one file system.
package func moveFile(_ old: FilePath, to new: FilePath) throws(SystemError) {
    let moved = unsafe withCPath(old) { old in unsafe withCPath(new) { new in unsafe rename(old, new) } }
    guard moved == 0 else { throw SystemError("write", new) }
}

/// Removes a file; false where there is none, or the system refuses.
@discardableResult
package func removeFile(_ path: FilePath) -> Bool { unsafe withCPath(path) { unsafe unlink($0) } == 0 }

/// Makes a folder and what is missing above it; false where it is there.
private func makeMissing(_ path: FilePath, depth: Int) throws(SystemError) -> Bool {
    if unsafe withCPath(path, { unsafe mkdir($0, 0o700) }) == 0 { return true }
    switch lastError {
    case EEXIST: return false
    case ENOENT where depth < 64 && path.directory != path:
        _ = try makeMissing(path.directory, depth: depth + 1)
        return try makeMissing(path, depth: 64)
    default: throw SystemError("make the folder", path)
    }
}

/// The number of the user on whose behalf this process acts.
package func userNumber() -> UInt32 { geteuid() }

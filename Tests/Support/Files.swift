import Glibc
import Platform

/// Files by names of any bytes.
package enum Files {
    /// A whole file.
    package static func read(_ path: FilePath) throws -> [UInt8] {
        let buffer = FileBuffer()
        _ = try buffer.read(path, limit: 1 << 28)
        return buffer.copy
    }

    /// A whole text file.
    package static func text(_ path: FilePath) throws -> String { String(decoding: try read(path), as: UTF8.self) }

    /// Writes a whole file, over whatever it held.
    package static func write(_ path: FilePath, _ bytes: [UInt8]) throws {
        let descriptor = call(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { throw SystemError("create", path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw SystemError("write", path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives a file another name.
    package static func rename(_ old: FilePath, to new: FilePath) throws {
        guard call(old, { old in call(new) { Glibc.rename(old, $0) } }) == 0 else { throw SystemError("rename", old) }
    }

    /// Removes a file.
    package static func remove(_ path: FilePath) throws {
        guard call(path, { unlink($0) }) == 0 else { throw SystemError("remove", path) }
    }

    /// Sets the time of a file's last change, in seconds since 1970.
    package static func setModified(_ path: FilePath, seconds: Int) throws {
        let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
        guard call(path, { utimensat(AT_FDCWD, $0, times, 0) }) == 0 else { throw SystemError("change", path) }
    }

    /// Changes who may do what with a file.
    package static func permit(_ path: FilePath, _ mode: mode_t) throws {
        guard call(path, { chmod($0, mode) }) == 0 else { throw SystemError("change", path) }
    }

    /// A file's mode; nil where there is none.
    package static func mode(_ path: FilePath) -> mode_t? {
        var status = stat()
        return call(path) { lstat($0, &status) } == 0 ? status.st_mode : nil
    }

    /// Makes a folder and those it lies in.
    package static func makeFolder(_ folder: FilePath) throws {
        if mode(folder) != nil || folder.description == "/" { return }
        try makeFolder(folder.directory)
        guard call(folder, { mkdir($0, 0o755) }) == 0 || lastError == EEXIST else {
            throw SystemError("create", folder)
        }
    }

    /// The names in a folder, sorted.
    package static func names(in folder: FilePath) -> [String] {
        guard let directory = call(folder, { opendir($0) }) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a folder with all it holds, however long the paths in it are.
    package static func removeTree(_ folder: FilePath) { removeTree(folder, in: AT_FDCWD) }

    /// Goes down by one name at a time: a whole path may be longer than the system takes.
    private static func removeTree(_ name: FilePath, in parent: Int32) {
        let descriptor = call(name) { openat(parent, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        guard let directory = fdopendir(descriptor) else {
            close(descriptor)
            return
        }
        defer { closedir(directory) }
        var entries: [FilePath] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != Array(".".utf8), name != Array("..".utf8) { entries.append(FilePath(bytes: name)) }
        }
        for entry in entries where call(entry, { unlinkat(descriptor, $0, 0) }) != 0 {
            removeTree(entry, in: descriptor)
        }
        _ = call(name) { unlinkat(parent, $0, AT_REMOVEDIR) }
    }

    /// Calls something that takes a C string.
    package static func call<Result>(_ path: FilePath, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (path.bytes + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { preconditionFailure("a name has at least its NUL") }
                return body(start)
            }
        }
    }
}

import Glibc
import Platform

/// A folder of one test's own, gone when the test is over; commands are run in it.
final class Workspace: Sendable {
    let path: FilePath

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/cairn-end-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("create", "a temporary folder") }
        path = try FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) }).resolved()
    }

    deinit { Files.removeTree(path) }

    /// A file or folder in the workspace.
    func file(_ name: String) -> FilePath { path.appending(name) }

    /// Writes a file, and the folders it lies in.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
        let file = path.appending(name)
        try makeFolder(file.directory)
        try Files.write(file, bytes)
        return file
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> FilePath { try write(name, Array(text.utf8)) }

    /// Copies a file from elsewhere.
    @discardableResult
    func copy(_ source: FilePath, to name: String) throws -> FilePath { try write(name, try Files.read(source)) }

    /// Makes a folder and those it lies in.
    func makeFolder(_ folder: FilePath) throws {
        if Files.mode(folder) != nil || folder.description == "/" { return }
        try makeFolder(folder.directory)
        guard Files.call(folder, { mkdir($0, 0o755) }) == 0 || lastError == EEXIST else {
            throw SystemError("create", folder)
        }
    }
}

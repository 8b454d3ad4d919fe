import Glibc
import Platform

/// A folder of one test's own, below TMPDIR, gone with all it holds when the test is over.
package final class Scratch: Sendable {
    /// The folder, without symbolic links, as programs that run in it name it.
    package let path: FilePath

    /// Makes an empty folder.
    package init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/cairn-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("create", "a temporary folder in \(parent)") }
        path = try FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) }).resolved()
    }

    deinit { Files.removeTree(path) }

    /// A file or folder in the folder, whether or not there is one.
    package func file(_ name: String) -> FilePath { path.appending(name) }

    /// Writes a file, and the folders it lies in.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
        let file = path.appending(name)
        try Files.makeFolder(file.directory)
        try Files.write(file, bytes)
        return file
    }

    /// Writes a text file, and the folders it lies in.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> FilePath { try write(name, Array(text.utf8)) }

    /// Copies a file from elsewhere.
    @discardableResult
    package func copy(_ source: FilePath, to name: String) throws -> FilePath {
        try write(name, try Files.read(source))
    }
}

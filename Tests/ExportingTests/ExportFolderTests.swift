import Domain
import Glibc
import Platform
import TestSupport
import Testing

@testable import Exporting

@Suite("The folder of an export") struct ExportFolderTests {
    private let scratch: Scratch
    private var folder: FilePath { scratch.file("out") }

    init() throws { scratch = try Scratch() }

    private func open() throws -> ExportFolder {
        // A process that another test has just forked holds the lock until it becomes its program.
        for _ in 0..<2_000 where isLocked() { pauseThread(milliseconds: 1) }
        return try ExportFolder(folder, format: "svg", jobs: ["j"])
    }

    private func isLocked() -> Bool {
        let lock = folder.appending(".cairn-export.lock")
        guard (try? FileStatus(of: lock)) != nil else { return false }
        return (try? FileLock.acquire(lock)) == nil
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @discardableResult
    private func export(_ files: [String: String]) throws -> ExportFolder.Changes {
        let export = try open()
        for (name, text) in files.sorted(by: { $0.key < $1.key }) where !export.keeps(name, key: text) {
            try export.write(name, key: text, bytes(text))
        }
        return try export.finish()
    }

    private func text(_ name: String) throws -> String { try Files.text(folder.appending(name)) }

    @Test func `a second export writes what has changed and removes what is gone`() throws {
        #expect(try export(["a/1": "one", "a/2": "two", "b/3": "three"]).written == 3)
        let before = try FileStatus(of: folder.appending("a/1"))
        let changes = try export(["a/1": "one", "a/2": "new"])
        #expect(changes.written == 1 && changes.kept == 1 && changes.removed == 1)
        #expect(try FileStatus(of: folder.appending("a/1")) == before)
        #expect(try text("a/2") == "new")
        #expect(Files.names(in: folder).contains("b") == false)
    }

    @Test func `with nothing new no file is written`() throws {
        try export(["a": "one"])
        let before = try FileStatus(of: folder.appending(".cairn-export"))
        #expect(try export(["a": "one"]) == ExportFolder.Changes(kept: 1))
        #expect(try FileStatus(of: folder.appending(".cairn-export")) == before)
    }

    @Test func `another key with the same content keeps the file's date`() throws {
        try export(["a": "one"])
        let before = try FileStatus(of: folder.appending("a"))
        let again = try open()
        try again.write("a", key: "another", bytes("one"))
        #expect(try again.finish().written == 0)
        #expect(try FileStatus(of: folder.appending("a")) == before)
    }

    @Test func `what others wrote or changed stays`() throws {
        try export(["a": "one", "b": "two"])
        try Files.write(folder.appending("mine.txt"), bytes("mine"))
        try Files.write(folder.appending("b"), bytes("changed by hand"))
        let changes = try export(["a": "one"])
        #expect(changes.left == ["b"])
        #expect(try text("b") == "changed by hand")
        #expect(try text("mine.txt") == "mine")
        let failure = #expect(throws: CommandFailure.self) { try export(["a": "one", "mine.txt": "ours"]) }
        #expect(failure?.exit == .noAnswer)
        #expect(try text("mine.txt") == "mine")
    }

    @Test func `a folder with other files, or of another export, is refused`() throws {
        try Files.makeFolder(folder)
        try Files.write(folder.appending("mine.txt"), bytes("mine"))
        #expect(ExportFolder.problem(of: folder, format: "svg", jobs: ["j"])?.exit == .badInput)
        let other = scratch.file("other")
        _ = try ExportFolder(other, format: "svg", jobs: ["j"]).finish()
        #expect(ExportFolder.problem(of: other, format: "svg", jobs: ["j"]) == nil)
        #expect(ExportFolder.problem(of: other, format: "report", jobs: ["j"])?.exit == .badInput)
        #expect(ExportFolder.problem(of: other, format: "svg", jobs: ["k"])?.exit == .badInput)
    }

    @Test func `two exports at once are one and a refusal`() throws {
        let first = try open()
        let failure = #expect(throws: CommandFailure.self) {
            _ = try ExportFolder(folder, format: "svg", jobs: ["j"])
        }
        #expect(failure?.exit == .alreadyRunning)
        _ = try first.finish()
    }

    @Test func `what a killed export wrote belongs to the next one`() throws {
        try export(["a": "one"])
        do {
            // It ends without `finish`, as if it were killed.
            let killed = try open()
            try killed.write("b", key: "two", bytes("two"))
        }
        let changes = try export(["a": "one"])
        #expect(changes.removed == 1)
        #expect(Files.names(in: folder).contains("b") == false)
        #expect(Files.names(in: folder).contains(".cairn-tmp") == false)
    }

    @Test func `a folder that is a link is not followed`() throws {
        try export(["a/1": "one"])
        let outside = scratch.file("outside")
        try Files.makeFolder(outside)
        #expect(symlink(outside.description, folder.appending("b").description) == 0)
        #expect(throws: CommandFailure.self) { try export(["a/1": "one", "b/2": "two"]) }
        #expect(Files.names(in: outside).isEmpty)
    }
}

import Glibc
import Platform
import TestSupport
import Testing

@Suite("A file that lines are appended to") struct LogFileTests {
    private let scratch: Scratch
    private let path: FilePath
    private let file: LogFile

    init() throws {
        scratch = try Scratch()
        path = scratch.file("log")
        file = LogFile(path)
    }

    /// Appends a line at a moment.
    private func append(_ text: String, at now: Int64) {
        let bytes = Array("\(text)\n".utf8)
        #expect(file.append(bytes, at: now) == LogFile.Appended(bytes: bytes.count, error: nil))
    }

    @Test func `a file that lines are appended to follows its name within a second, and looks no oftener`() throws {
        append("1", at: 0)
        try Files.rename(path, to: scratch.file("old"))
        append("2", at: 999)
        #expect(try Files.text(scratch.file("old")) == "1\n2\n")
        append("3", at: 1000)
        #expect(try Files.text(path) == "3\n")
        try Files.remove(path)
        append("4", at: 1999)
        append("5", at: 2000)
        #expect(try Files.text(path) == "5\n")
        try Files.rename(path, to: scratch.file("older"))
        try Files.write(path, Array("other\n".utf8))
        append("6", at: 3000)
        #expect(try Files.text(path) == "other\n6\n")
    }

    @Test func `goes on at the start of a file that was cut, as logrotate's copytruncate does`() throws {
        append("1", at: 0)
        #expect(truncate(path.description, 0) == 0)
        append("2", at: 1)
        #expect(try Files.text(path) == "2\n")
    }

    @Test func `a file that lines are appended to opens its name again after it was closed`() throws {
        append("1", at: 0)
        try Files.rename(path, to: scratch.file("old"))
        file.close()
        append("2", at: 1)
        #expect(try Files.text(path) == "2\n")
    }

    @Test func `a file that lines are appended to tells why it cannot be written, and takes nothing`() throws {
        let nowhere = LogFile(scratch.file("nowhere/log"))
        #expect(nowhere.append([0x0A], at: 0).error?.code == "ENOENT")
        let full = LogFile(FilePath("/dev/full"))
        let appended = full.append([0x31, 0x0A], at: 0)
        #expect(appended.bytes == 0 && appended.error?.code == "ENOSPC")
        try Files.makeFolder(path)
        #expect(file.append([0x0A], at: 0).error?.code == "EISDIR")
    }

    @Test func `waits for no other process: it takes nothing four times, and then does without the lock`() throws {
        let other = open(path.description, O_RDWR | O_CREAT, 0o644)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        for now in 0..<4 {
            #expect(file.append([0x31, 0x0A], at: Int64(now)) == LogFile.Appended(bytes: 0, error: nil))
        }
        append("5", at: 5)
        #expect(try Files.text(path) == "5\n")
    }
}

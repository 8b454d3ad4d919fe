import Glibc
import Platform
import TestSupport
import Testing

@Suite("The file that crashed processes leave") struct CrashFileTests {
    let scratch: Scratch
    private var folder: FilePath { scratch.path }
    private var path: FilePath { folder.appending("cairn.db-crashes") }

    init() throws { scratch = try Scratch() }

    private func records(_ text: String) throws -> [CrashRecord] {
        try Files.write(path, Array(text.utf8))
        return try #require(CrashFile(path).contents()).records
    }

    @Test func `has a record in each line`() throws {
        let found = try records("7 90 11 2 libLiteRt.so 4 5\n8 91 6 1 libc.so.6 6\n9 92 8 0 -\n")
        #expect(
            found == [
                CrashRecord(
                    pid: 7, started: 90, signal: 11, phase: .model, library: "libLiteRt.so", attempts: [4, 5]),
                CrashRecord(pid: 8, started: 91, signal: 6, phase: .reading, library: nil, attempts: [6]),
                CrashRecord(pid: 9, started: 92, signal: 8, phase: .other, library: nil, attempts: []),
            ])
        #expect(found[0].isOf(ProcessIdentity(host: "here", pid: 7, started: 90)))
        #expect(!found[0].isOf(ProcessIdentity(host: "here", pid: 7, started: 91)))
    }

    @Test(
        arguments: [
            "", "7", "7 90 11 2", "7 90 11 3 a.so 4", "7 90 65 2 a.so 4", "7 90 0 2 a.so", "0 90 11 2 a.so 4",
            "-7 90 11 2 a.so 4", "7 90 11 2 a.so x", "7 90 11 2 a.so 0", "7 90 11 2 a\u{1B}.so 4",
            "7 90 11 2 a\u{FC}.so 4", "99999999999999999999 90 11 2 a.so 4", "7 90 11 2 a.so 99999999999999999999",
        ]) func `a damaged line is passed over`(line: String) throws
    {
        #expect(try records("\(line)\n7 90 11 2 a.so 4\n").map(\.attempts) == [[4]])
    }

    @Test func `a line without an end is passed over, and so is all behind 64 KiB`() throws {
        #expect(try records("7 90 11 2 a.so 4\n7 90 11 2 a.so 4").count == 1)
        #expect(try records("7 90 11 2 a.so 4").isEmpty)
        #expect(try records(String(repeating: "7 90 11 2 a.so 4\n", count: 1_000_000)).count == 65_536 / 17)
    }

    @Test func `another kind of file, and one with another name, is none`() throws {
        #expect(CrashFile(path).contents() == nil)
        #expect(CrashFile(folder).contents() == nil)
        #expect(mkfifo(path.description, 0o600) == 0)
        #expect(CrashFile(path).contents() == nil)
        try Files.remove(path)
        let other = folder.appending("other")
        try Files.write(other, Array("7 90 11 2 a.so 4\n".utf8))
        #expect(symlink(other.description, path.description) == 0)
        #expect(CrashFile(path).contents() == nil)
        try Files.remove(path)
        #expect(link(other.description, path.description) == 0)
        #expect(CrashFile(path).contents() == nil)
    }

    @Test func `is removed unless something was added`() throws {
        _ = try records("7 90 11 2 a.so 4\n")
        let file = CrashFile(path)
        let early = try #require(file.contents())
        _ = try records("7 90 11 2 a.so 4\n7 90 11 2 a.so 5\n")
        file.remove(early)
        let late = try #require(file.contents())
        #expect(late.records.count == 2)
        file.remove(late)
        #expect(file.contents() == nil)
    }
}

import Platform
import TestSupport
import Testing

@Suite("A temporary folder") struct TemporaryFolderTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `is made at the first file, for this user alone`() throws {
        let folder = TemporaryFolder(in: scratch.path)
        #expect(Files.names(in: scratch.path).isEmpty)
        let first = try folder.write(([1, 2] as [UInt8]).span, suffix: ".jpg")
        let second = try folder.write(([3] as [UInt8]).span, suffix: "")
        #expect(try Files.read(first) == [1, 2] && Files.read(second) == [3])
        #expect(first.directory == second.directory && first.fileExtension == "jpg")
        #expect(Files.mode(first).map { $0 & 0o777 } == 0o600)
        #expect(Files.mode(first.directory).map { $0 & 0o777 } == 0o700)
    }

    @Test func `is removed with the files that are left in it, and takes no more`() throws {
        let folder = TemporaryFolder(in: scratch.path)
        folder.remove(try folder.write(([1] as [UInt8]).span, suffix: ""))
        _ = try folder.write(([2] as [UInt8]).span, suffix: "")
        folder.remove()
        #expect(Files.names(in: scratch.path).isEmpty)
        #expect(throws: SystemError.self) { try folder.write(([3] as [UInt8]).span, suffix: "") }
        #expect(Files.names(in: scratch.path).isEmpty)
    }

    @Test func `is removed with its last user`() throws {
        _ = try TemporaryFolder(in: scratch.path).write(([1] as [UInt8]).span, suffix: "")
        #expect(Files.names(in: scratch.path).isEmpty)
    }

    @Test func `says where it cannot be made`() throws {
        let gone = scratch.file("gone")
        do throws(SystemError) {
            _ = try TemporaryFolder(in: gone).write(([1] as [UInt8]).span, suffix: "")
            Issue.record("it was made")
        } catch {
            #expect(error.subject == "\(gone)" && error.code == "ENOENT")
        }
    }
}

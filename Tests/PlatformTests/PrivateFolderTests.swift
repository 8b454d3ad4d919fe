import Platform
import TestSupport
import Testing

@Suite("Files and folders of one user alone") struct PrivateFolderTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a folder is made with those above it, and closed to others`() throws {
        let folder = scratch.file("a/b/c")
        try PrivateFolder.make(folder)
        for path in [folder, folder.directory, folder.directory.directory] {
            #expect(Files.mode(path).map { $0 & 0o777 } == 0o700)
        }
        try Files.permit(folder, 0o775)
        try PrivateFolder.make(folder)
        #expect(Files.mode(folder).map { $0 & 0o777 } == 0o700)
    }

    @Test func `what is in its place is named`() throws {
        let file = try scratch.write("file", "x")
        #expect(throws: PrivateFolder.Problem.notAFolder) { try PrivateFolder.make(file) }
        let below = #expect(throws: PrivateFolder.Problem.self) { try PrivateFolder.make(file.appending("below")) }
        guard case .system(let error) = below else {
            Issue.record("no error of the system")
            return
        }
        #expect(error.code == "ENOTDIR")
    }

    @Test func `a file grows at its end, and keeps what was there`() throws {
        let path = scratch.file("grows")
        do {
            let file = try ResumableFile(path)
            try file.append(Array("abc".utf8).span)
        }
        let file = try ResumableFile(path)
        #expect(file.bytes == 3)
        try file.append(Array("defg".utf8).span)
        try file.sync()
        #expect(try Files.text(path) == "abcdefg")
        #expect(Files.mode(path).map { $0 & 0o777 } == 0o600)
        try file.truncate(to: 2)
        try file.append(Array("!".utf8).span)
        var seen: [UInt8] = []
        try file.read { piece in for index in piece.indices { seen.append(piece[index]) } }
        #expect(seen == Array("ab!".utf8))
        try moveFile(path, to: scratch.file("moved"))
        #expect(try Files.text(scratch.file("moved")) == "ab!")
        #expect(removeFile(scratch.file("moved")))
        #expect(!removeFile(scratch.file("moved")))
    }

    @Test func `a link is not followed, and a pipe does not hang`() throws {
        let victim = try scratch.write("victim", "mine")
        let link = scratch.file("link")
        #expect(shell("ln -s '\(victim)' '\(link)' && mkfifo '\(scratch.file("pipe"))'").status == 0)
        #expect(throws: SystemError.self) { try ResumableFile(link) }
        #expect(throws: SystemError.self) { try ResumableFile(scratch.file("pipe")) }
        #expect(try Files.text(victim) == "mine")
    }
}

import Platform
import TestSupport
import Testing

@Suite("The names of pictures", .inTurn) struct NameTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    /// Names of any bytes but NUL and slash are names of files.
    private static let names: [[UInt8]] = [
        Array("new\nline.png".utf8), Array("tab\tand \"quotes\".png".utf8), [0xFF, 0xFE] + Array(".png".utf8),
        Array("caf\u{E9}.png".utf8), Array("cafe\u{301}.png".utf8), [0x1B] + Array("[31mred.png".utf8),
        Array("-n.png".utf8), Array(" .png".utf8), Array("*?[a].png".utf8), Array("%s%n.png".utf8),
        Array("'; DROP.png".utf8),
    ]

    @Test func `names of any bytes are stored, shown on one line, and found again`() async throws {
        for (index, name) in Self.names.enumerated() {
            let file = workspace.file("pictures").appending(FilePath(bytes: name))
            try Files.makeFolder(file.directory)
            try Files.write(file, Picture(width: 20 + index, height: 20, color: [220, 30, 30]).png)
        }
        let job = try workspace.writeJob()
        let count = Self.names.count
        let first = try await workspace.cairn("run", job, exits: 0)
        #expect(first.error.contains("\(count) of \(count) images done"), "\(first)")
        let again = try await workspace.cairn("submit", job, "--json", exits: 0)
        #expect(again.output.contains("\"found\":\(count),\"read\":0,\"queued\":0,\"answered\":\(count)"), "\(again)")
        let stored = try (1...count).map {
            try workspace.book.blob("SELECT path_bytes FROM image_paths WHERE image_id = \($0)")
        }
        #expect(Set(stored) == Set(Self.names.map { Array("pictures/".utf8) + $0 }))
        let table = try await workspace.cairn("query", "SELECT path FROM images", exits: 0)
        #expect(table.lines.count == count + 2, "one name, one line: \(table)")
        #expect(!table.outputBytes.contains(0x1B) && !table.outputBytes.contains(0xFF), "\(table)")
        #expect(String(validating: table.outputBytes, as: UTF8.self) != nil)
        let json = try await workspace.cairn("query", "SELECT path FROM images", "--format", "ndjson", exits: 0)
        #expect(json.lines.count == count && String(validating: json.outputBytes, as: UTF8.self) != nil, "\(json)")
        #expect(json.output.contains(#"new\nline.png"#) && !json.outputBytes.contains(0x1B), "\(json)")
    }

    @Test func `failures of files with strange names are told on one line`() async throws {
        for name in Self.names {
            let file = workspace.file("pictures").appending(FilePath(bytes: name))
            try Files.makeFolder(file.directory)
            try Files.write(file, Array("text \(name)".utf8))
        }
        let ending = try await workspace.cairn("run", try workspace.writeJob(), exits: 1)
        #expect(!ending.errorBytes.contains(0x1B) && !ending.errorBytes.contains(0xFF), "\(ending)")
        #expect(try workspace.book.number("SELECT count(*) FROM failures") == Self.names.count)
    }
}

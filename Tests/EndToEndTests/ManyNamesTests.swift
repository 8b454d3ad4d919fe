import Platform
import TestSupport
import Testing

@Suite("A picture with many names", .inTurn) struct ManyNamesTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes one picture under so many names.
    private func write(_ count: Int) throws {
        let bytes = Picture(mark: 7).png
        for number in 0..<count { try scratch.write("pictures/\(number).png", bytes) }
    }

    /// Its names as they were found, the first one first.
    private func names() throws -> [String] {
        try scratch.book.column("SELECT path FROM image_paths WHERE image_id = 1")
    }

    private var missing: Int {
        get throws { try scratch.book.number("SELECT count(*) FROM image_paths WHERE missing_at IS NOT NULL") }
    }

    @Test(arguments: [2, 17, 40, 5000])
    func `a picture with many names is found by the last one that still holds it, in one run`(count: Int) async throws {
        try write(count)
        let job = try scratch.writeJob()
        try await scratch.cairn("submit", job, exits: 0)
        let names = try names()
        #expect(names.count == count)
        for name in names.dropLast() { try Files.remove(scratch.file(name)) }
        let ending = try await scratch.cairn("work", exits: 0)
        #expect(ending.error.contains("1 of 1 image done"), "\(ending)")
        #expect(try missing == count - 1)
        #expect(try scratch.book.number("SELECT count(*) FROM attempts") == 1)
    }

    @Test func `a picture with many names is found behind names that hold something else by now`() async throws {
        try write(40)
        let job = try scratch.writeJob()
        try await scratch.cairn("submit", job, exits: 0)
        for name in try names().dropLast() { try scratch.write(name, Picture(mark: 9).png) }
        try await scratch.cairn("work", exits: 0)
        #expect(try missing == 0)
    }

    @Test func `a picture with many names fails where none of them holds it, and says so once`() async throws {
        try write(40)
        let job = try scratch.writeJob()
        try await scratch.cairn("submit", job, exits: 0)
        for name in try names() { try Files.remove(scratch.file(name)) }
        let ending = try await scratch.cairn("work", exits: 1)
        #expect(ending.error.contains("the file is gone"), "\(ending)")
        #expect(try missing == 40)
        #expect(try scratch.book.column("SELECT kind FROM failures") == ["missing"])
    }

    @Test func `is asked about once at a billed service, and its names that are gone are remembered`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer)
        let bytes = Picture(mark: 7).png
        for number in 0..<40 { try site.scratch.write("pictures/\(number).png", bytes) }
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        let names = try site.scratch.book.column("SELECT path FROM image_paths")
        for name in names.dropLast() { try Files.remove(site.scratch.file(name)) }
        try await site.cairn("work", exits: 0)
        #expect(try site.scratch.book.number("SELECT count(*) FROM image_paths WHERE missing_at IS NULL") == 1)
        #expect(try site.units().count == 1)
        try await site.audit()
    }
}

import Glibc
import Platform
import TestSupport
import Testing

@Suite("A store behind a symbolic link", .inTurn) struct LinkedStoreTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Four pictures beside a job in `project`, and a folder `data` for the store.
    private func prepare() throws {
        try scratch.writePictures(4, in: "project/pictures", seed: 3)
        try scratch.writeJob(images: ["folder: project/pictures"])
        try Files.makeFolder(scratch.file("data"))
        #expect(symlink("../data/s.db", scratch.file("project/cairn.db").description) == 0)
        #expect(symlink("data", scratch.file("folder").description) == 0)
        #expect(symlink("cairn.db", scratch.file("project/again.db").description) == 0)
    }

    @Test(arguments: ["data/s.db", "project/cairn.db", "folder/s.db", "project/again.db"])
    func `a store with several names is one store by a link and by its own name`(maker: String) async throws {
        try prepare()
        try await scratch.cairn("submit", "job.yaml", "--store", maker, exits: 0)
        #expect(Files.names(in: scratch.file("data")).contains("s.db"))
        for name in ["data/s.db", "project/cairn.db", "folder/s.db", "project/again.db"] {
            let again = try await scratch.cairn("submit", "job.yaml", "--store", name, "--json", exits: 0)
            let words = "\"read\":0,\"queued\":0,\"answered\":0,\"already_queued\":4"
            #expect(again.output.contains(words), "\(name): \(again)")
        }
        let worker = maker == "data/s.db" ? "project/cairn.db" : "data/s.db"
        let ending = try await scratch.cairn("work", "--store", worker, exits: 0)
        #expect(ending.error.contains("4 of 4 images done"), "\(ending)")
        for name in [maker, worker] {
            let paths = try await scratch.cairn(
                "query", "SELECT path FROM images ORDER BY 1 LIMIT 1", "--format", "csv", "--store", name, exits: 0)
            #expect(paths.lines.last == "\(scratch.file("project/pictures/0.png"))", "\(paths)")
        }
    }

    @Test func `a store with several names is worked on by a link and by its own name at once`() async throws {
        try prepare()
        try scratch.writePictures(200, in: "project/pictures", seed: 4)
        try await scratch.cairn("submit", "job.yaml", "--store", "data/s.db", exits: 0)
        let running = try ["data/s.db", "project/cairn.db"].map { try scratch.startCairn("work", "--store", $0) }
        for one in running {
            let ending = await one.end()
            #expect(ending.status == 0, "\(ending)")
        }
        let book = Book(scratch.file("data/s.db"))
        #expect(try book.rows("SELECT done, failed FROM runs") == [["200", "0"]])
        #expect(Files.names(in: scratch.file("project")).contains { $0.hasSuffix("-wal") } == false)
        try await scratch.cairn("doctor", "--store", "project/cairn.db", exits: 0)
    }

    @Test func `a store with several names by hard links is refused, whichever name is given`() async throws {
        try prepare()
        try await scratch.cairn("submit", "job.yaml", "--store", "data/s.db", exits: 0)
        let other = scratch.file("project/other.db")
        #expect(link(scratch.file("data/s.db").description, other.description) == 0)
        for words in [["work"], ["status"], ["submit", "job.yaml"]] {
            for name in ["data/s.db", "project/other.db", "project/cairn.db"] {
                let command = [Place.cairn.description] + words + ["--store", name]
                let ending = try await scratch.start(command).end()
                #expect(ending.status == 3 && ending.error.contains("has 2 hard links"), "\(ending)")
            }
        }
        try Files.remove(other)
        try await scratch.cairn("work", "--store", "data/s.db", exits: 0)
    }
}

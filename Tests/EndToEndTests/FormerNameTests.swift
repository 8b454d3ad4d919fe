import Platform
import StoreProbe
import TestSupport
import Testing

/// Names that no source of any job gives any more, and the pictures that are there twice.
@Suite("Names that no source gives any more", .inTurn) struct FormerNameTests {
    let scratch: Scratch
    /// A clock that is behind, so that all changes of folders come after what it showed: those have the system's own.
    let clock: SetClock

    init() async throws {
        scratch = try Scratch()
        clock = try await SetClock(in: scratch)
        try clock.set(to: Int(wallMilliseconds() / 1000) - 86_400)
        try scratch.writePictures(15, in: "pics", seed: 12)
    }

    private func writeJob(_ name: String = "job", _ folders: String..., list: String? = nil) throws -> String {
        try scratch.writeJob(name, images: folders.map { "folder: \($0)" } + (list.map { ["list: \($0)"] } ?? []))
    }

    private func run(_ job: String) async throws {
        try await scratch.cairn("run", job, exits: 0, environment: clock.environment)
    }

    private func there(in folder: String) throws -> Int {
        try scratch.book.number(
            "SELECT count(*) FROM image_paths WHERE folder = '\(folder)/' AND missing_at IS NULL")
    }

    private func duplicates() throws -> Int { try scratch.book.number("SELECT count(*) FROM duplicates") }

    private func move(_ names: Range<Int>, from source: String = "pics", to target: String) throws {
        try Files.makeFolder(scratch.file(target))
        for name in names {
            try Files.rename(scratch.file("\(source)/\(name).png"), to: scratch.file("\(target)/\(name).png"))
        }
    }

    @Test func `are marked when their files were moved away as their folder left the manifest`() async throws {
        try await run(writeJob("job", "pics"))
        try move(0..<15, to: "archive")
        try await run(writeJob("job", "archive"))
        #expect(try there(in: "pics") == 0 && there(in: "archive") == 15)
        #expect(try duplicates() == 0)
        #expect(try scratch.book.number("SELECT count(*) FROM job_images WHERE missing_at IS NULL") == 15)
    }

    @Test func `are marked when their folder itself was renamed, and when it is deleted later`() async throws {
        try await run(writeJob("job", "pics"))
        try Files.rename(scratch.file("pics"), to: scratch.file("archive"))
        try await run(writeJob("job", "archive"))
        #expect(try there(in: "pics") == 0)

        for name in 0..<15 { try scratch.copy(scratch.file("archive/\(name).png"), to: "new/\(name).png") }
        try await run(writeJob("job", "new"))
        #expect(try there(in: "archive") == 15)
        #expect(try duplicates() == 30)
        Files.removeTree(scratch.file("archive"))
        try await run("job.yaml")
        #expect(try there(in: "archive") == 0)
        #expect(try duplicates() == 0)
    }

    @Test func `are looked for again where their folder has changed, and are there again when they return`()
        async throws
    {
        try await run(writeJob("job", "pics"))
        for name in 0..<15 { try scratch.copy(scratch.file("pics/\(name).png"), to: "archive/\(name).png") }
        try await run(writeJob("job", "archive"))
        #expect(try there(in: "pics") == 15 && duplicates() == 30)
        try move(0..<4, to: "aside")
        try await run("job.yaml")
        #expect(try there(in: "pics") == 11 && duplicates() == 22)
        #expect(
            try scratch.book.rows("SELECT path, names FROM duplicates WHERE path LIKE '%/7.png' ORDER BY path")
                == [["archive/7.png", "2"], ["pics/7.png", "2"]])
        try move(0..<2, from: "aside", to: "pics")
        try await run("job.yaml")
        #expect(try there(in: "pics") == 13 && duplicates() == 26)
    }

    @Test func `are looked for once where their folder stays as it is`() async throws {
        try await run(writeJob("job", "pics"))
        for name in 0..<15 { try scratch.copy(scratch.file("pics/\(name).png"), to: "archive/\(name).png") }
        // What has changed within two seconds may change once more at the same time of a coarse clock.
        try clock.set(to: Int(wallMilliseconds() / 1000) + 3600)
        try await run(writeJob("job", "archive"))
        func checked() throws -> [[String]] {
            try scratch.book.rows("SELECT path, checked_ns IS NOT NULL, checked_ns IS 0 FROM folder ORDER BY path")
        }
        #expect(try checked().map { $0[1] } == ["0", "1"])
        // A mark that is false stays, since nothing tells of a change.
        try StoreProbe(scratch.book.path).script("UPDATE path SET missing_at = 1 WHERE path LIKE 'pics/%'")
        try await run("job.yaml")
        #expect(try there(in: "pics") == 0)
        try Files.remove(scratch.file("pics/3.png"))
        try await run("job.yaml")
        #expect(try there(in: "pics") == 14 && duplicates() == 28)
        Files.removeTree(scratch.file("pics"))
        try clock.set(to: Int(wallMilliseconds() / 1000) - 86_400)
        try await run("job.yaml")
        #expect(try there(in: "pics") == 0)
        #expect(try checked().map { $0[2] } == ["0", "1"])
        for name in 0..<15 { try scratch.copy(scratch.file("archive/\(name).png"), to: "pics/\(name).png") }
        try await run("job.yaml")
        #expect(try there(in: "pics") == 15)
    }

    @Test func `are left as they are where the folder in which a disk is mounted is empty`() async throws {
        try Files.makeFolder(scratch.file("mounts/disk"))
        try Files.rename(scratch.file("pics"), to: scratch.file("mounts/disk/pics"))
        // From now on the clock shows a time after the last change of the folder that stands for a mount point.
        try clock.set(to: Int(wallMilliseconds() / 1000) + 3600)
        try await run(writeJob("job", "mounts/disk/pics"))
        for name in 0..<15 { try scratch.copy(scratch.file("mounts/disk/pics/\(name).png"), to: "archive/\(name).png") }
        try Files.rename(scratch.file("mounts/disk/pics"), to: scratch.file("away"))
        try await run(writeJob("job", "archive"))
        #expect(try there(in: "mounts/disk/pics") == 15 && duplicates() == 30)
    }

    @Test func `are not looked for where another job's sources give them`() async throws {
        try await run(writeJob("other", "pics"))
        try await run(writeJob("job", "pics"))
        for name in 0..<15 { try scratch.copy(scratch.file("pics/\(name).png"), to: "archive/\(name).png") }
        Files.removeTree(scratch.file("pics"))
        try await run(writeJob("job", "archive"))
        #expect(try there(in: "pics") == 15)
        try await run(writeJob("other", "archive"))
        #expect(try there(in: "pics") == 0 && duplicates() == 0)
    }

    @Test func `are marked when a list does not name them any more`() async throws {
        try scratch.write("list.txt", (0..<15).map { "pics/\($0).png\n" }.joined())
        try await run(writeJob("job", list: "list.txt"))
        try move(0..<5, to: "archive")
        try scratch.write(
            "list.txt", (0..<5).map { "archive/\($0).png\n" }.joined() + (5..<15).map { "pics/\($0).png\n" }.joined())
        try await run("job.yaml")
        #expect(try there(in: "pics") == 10 && there(in: "archive") == 5)
        #expect(try duplicates() == 0)
    }

    @Test func `are not told of a picture that is read in two ways under one name`() async throws {
        try await run(writeJob("job", "pics"))
        try await run(try scratch.writeJob("turned", images: ["{folder: pics, orientation: 1}"]))
        #expect(try scratch.book.number("SELECT count(*) FROM image_paths") == 30)
        #expect(try duplicates() == 0)
        try scratch.copy(scratch.file("pics/3.png"), to: "pics/again.png")
        try await run("job.yaml")
        #expect(
            try scratch.book.rows("SELECT path, names FROM duplicates ORDER BY path")
                == [["pics/3.png", "2"], ["pics/again.png", "2"]])
    }
}

import Glibc
import Platform
import TestSupport
import Testing

@Suite("The run after a change", .inTurn) struct ChangeTests {
    let workspace: Scratch

    init() throws {
        workspace = try Scratch()
        for (index, name) in ["one", "two", "three"].enumerated() {
            try workspace.write("pictures/\(name).png", Self.picture(UInt8(index)).png)
        }
    }

    @Test func `renamed, copied, moved and touched files are not annotated again`() async throws {
        let job = try workspace.writeJob()
        try await workspace.cairn("run", job, exits: 0)
        let before = try workspace.book.rows("SELECT answer_id, image_id FROM answer")
        try Files.rename(file("one"), to: file("eins"))
        try workspace.copy(file("two"), to: "pictures/copy.png")
        try Files.makeFolder(workspace.file("pictures/deep"))
        try Files.rename(file("three"), to: file("deep/three"))
        try await workspace.run("touch", "-d", "2020-01-01", "pictures/two.png")
        let again = try await workspace.cairn("run", job, exits: 0)
        #expect(again.error.contains("4 files found: 3 already answered, 1 copy"), "\(again)")
        #expect(try workspace.book.rows("SELECT answer_id, image_id FROM answer") == before)
        #expect(try workspace.book.number("SELECT count(*) FROM run") == 1)
        let paths = try workspace.book.rows("SELECT path, missing_at IS NOT NULL FROM image_paths ORDER BY path")
        #expect(
            paths == [
                ["pictures/copy.png", "0"], ["pictures/deep/three.png", "0"], ["pictures/eins.png", "0"],
                ["pictures/one.png", "1"], ["pictures/three.png", "1"], ["pictures/two.png", "0"],
            ])
        #expect(
            try workspace.book.column("SELECT path FROM images ORDER BY image_id").sorted()
                == ["pictures/deep/three.png", "pictures/eins.png", "pictures/two.png"])
    }

    @Test func `a changed file is annotated, a vanished one is noted, and one that comes back is known`() async throws {
        let job = try workspace.writeJob()
        try await workspace.cairn("run", job, exits: 0)
        try workspace.write("pictures/one.png", Self.picture(99).png)
        let two = try Files.read(file("two"))
        try Files.remove(file("two"))
        let again = try await workspace.cairn("run", job, exits: 0)
        #expect(again.error.contains("1 of 1 image done"), "\(again)")
        #expect(try workspace.answers() == 4)
        #expect(
            try workspace.book.column("SELECT path FROM image_paths WHERE missing_at IS NOT NULL") == [
                "pictures/two.png"
            ])
        try Files.write(file("two"), two)
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.answers() == 4)
        #expect(try workspace.book.number("SELECT count(*) FROM image_paths WHERE missing_at IS NOT NULL") == 0)
    }

    @Test func `a store that is moved together with its pictures goes on knowing them`() async throws {
        try workspace.write("all/job.yaml", try Files.text(workspace.file(try workspace.writeJob())))
        try Files.rename(workspace.file("pictures"), to: workspace.file("all/pictures"))
        try workspace.copy(workspace.file("labels.txt"), to: "all/labels.txt")
        try await workspace.cairn("run", "all/job.yaml", "--store", "all/cairn.db", exits: 0)
        try Files.rename(workspace.file("all"), to: workspace.file("elsewhere"))
        let again = try await workspace.cairn(
            "submit", "elsewhere/job.yaml", "--store", "elsewhere/cairn.db", "--json", exits: 0)
        #expect(again.output.contains("\"read\":0,\"queued\":0,\"answered\":3"), "\(again)")
    }

    @Test func `a list comes from standard input, with names that look like anything`() async throws {
        try workspace.copy(file("one"), to: "-dash.png")
        try workspace.copy(file("two"), to: "deep/with space.png")
        let job = try workspace.writeJob(images: ["list: \"-\""])
        let list = try workspace.write("names", "-dash.png\ndeep/with space.png\n\(file("three"))\n")
        try await workspace.cairn("run", job, exits: 0, input: list)
        #expect(
            try workspace.book.column("SELECT path FROM labels WHERE rank = 0 ORDER BY path")
                == ["-dash.png", "deep/with space.png", "pictures/three.png"])
    }

    @Test func `what is excluded is not annotated`() async throws {
        try workspace.copy(file("one"), to: "pictures/.thumbs/a.png")
        try workspace.write("pictures/.thumbs/b.png", Self.picture(50).png)
        try workspace.write("pictures/sub/skip-me.png", Self.picture(51).png)
        let job = try workspace.writeJob(
            images: ["glob: pictures/**/*.png"],
            more: ["exclude: [\"**/.thumbs/**\", \"**/skip-*\", \"pictures/two.png\"]"])
        try await workspace.cairn("run", job, exits: 0)
        #expect(
            try workspace.book.column("SELECT path FROM labels WHERE rank = 0 ORDER BY path")
                == ["pictures/one.png", "pictures/three.png"])
    }

    @Test func `another model under the same name gives new answers, and the history keeps the old`() async throws {
        let model = workspace.file("model.tflite")
        try workspace.copy(Fixtures.models.appending("float32.tflite"), to: "model.tflite")
        let job = try workspace.writeJob(model: model)
        try await workspace.cairn("run", job, exits: 0)
        let old = try workspace.book.rows("SELECT path, description, score FROM labels ORDER BY path, rank")
        try workspace.copy(Fixtures.models.appending("uint8.tflite"), to: "model.tflite")
        try await workspace.cairn("run", job, exits: 0)
        let new = try workspace.book.rows("SELECT path, description, score FROM labels ORDER BY path, rank")
        #expect(new != old && new.count == old.count && !old.isEmpty)
        #expect(try workspace.answers() == 6)
        #expect(
            try workspace.book.rows(
                """
                SELECT path, description, score FROM labels_history WHERE recipe_id = 1 ORDER BY path, rank
                """) == old)
        #expect(try workspace.book.number("SELECT count(DISTINCT model) FROM labels_history") == 2)
        let changes = "SELECT path, description, old_score, new_score FROM label_changes"
        let there = try workspace.book.rows("\(changes) WHERE reason = 'model_changed' ORDER BY path, description")
        #expect(
            !there.isEmpty && Set(there.compactMap { $0[3].isEmpty ? nil : [$0[0], $0[1], $0[3]] }).isSubset(of: new))
        #expect(Set(there.compactMap { $0[2].isEmpty ? nil : [$0[0], $0[1], $0[2]] }).isSubset(of: old))
        // The first one again: its answers are held, so none is asked for.
        try workspace.copy(Fixtures.models.appending("float32.tflite"), to: "model.tflite")
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.answers() == 6)
        #expect(try workspace.book.rows("SELECT path, description, score FROM labels ORDER BY path, rank") == old)
        let back = try workspace.book.rows(
            "\(changes) WHERE new_recipe_id = 1 ORDER BY path, description")
        #expect(back == there.map { [$0[0], $0[1], $0[3], $0[2]] })
        try await workspace.cairn("doctor", exits: 0)
    }

    @Test func `a model replaced between submission and work is not asked in the old one's name`() async throws {
        let model = workspace.file("model.tflite")
        try workspace.copy(Fixtures.models.appending("float32.tflite"), to: "model.tflite")
        let job = try workspace.writeJob(model: model)
        try await workspace.cairn("submit", job, exits: 0)
        try workspace.copy(Fixtures.models.appending("uint8.tflite"), to: "model.tflite")
        let ending = try await workspace.cairn("work", exits: 4)
        #expect(ending.error.contains("submit the job again"), "\(ending)")
        #expect(try workspace.book.rows("SELECT queued, running, done, failed FROM run") == [["3", "0", "0", "0"]])
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.answers() == 3)
        #expect(try workspace.breaches() == [])
    }

    private func file(_ name: String) -> FilePath { workspace.file("pictures/\(name).png") }

    private static func picture(_ number: UInt8) -> Picture {
        var picture = Picture(width: 30, height: 20, color: [200, 60, 50])
        picture.fill(x: 0..<15, y: 0..<10, [number, 255 - number, number])
        return picture
    }
}

import Glibc
import Platform
import TestSupport
import Testing

@Suite("The run over bad images", .inTurn) struct BadImageTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    @Test func `each bad file fails alone with its reason, and its neighbours are done`() async throws {
        try copyGood("pictures/good.jpg")
        try copyGood("pictures/called.png")
        try copyGood("pictures/deep/a.jpg/inside.jpg", from: "castle-dusk.jpg")
        let jpeg = try Files.read(Place.demo.appending("pictures/beach-day.jpg"))
        let png = try Files.read(Place.demo.appending("pictures/balloon-noon.png"))
        let webp = try Files.read(Place.demo.appending("pictures/lighthouse-night.webp"))
        try workspace.write("pictures/empty.jpg", [])
        try workspace.write("pictures/cut.jpg", Array(jpeg.prefix(jpeg.count / 2)))
        try workspace.write("pictures/cut.png", Array(png.prefix(png.count / 2)))
        try workspace.write("pictures/cut.webp", Array(webp.prefix(webp.count / 2)))
        try workspace.write("pictures/header.jpg", Array(jpeg.prefix(30)))
        try workspace.write("pictures/text.png", "these are words\n")
        try workspace.write("pictures/page.jpeg", "<!DOCTYPE html><title>404</title>")
        try workspace.write("pictures/zeroes.webp", [UInt8](repeating: 0, count: 5000))
        try workspace.write("pictures/noise.heic", [1, 2, 3, 4] + noise(5000))
        try workspace.write("pictures/program.jpg", try Files.read(FilePath("/bin/true").resolved()))
        try workspace.write("pictures/vast.jpg", try vast(jpeg))
        try workspace.write("pictures/vast.png", PNG.file(width: 65500, height: 65500, data: [1, 2, 3]))
        try workspace.write("pictures/broken.png", PNG.file(width: 30, height: 30, data: [1, 2, 3]))
        try #require(symlink("nowhere", workspace.file("pictures/dangling.jpg").description) == 0)
        try #require(mkfifo(workspace.file("pictures/pipe.jpg").description, 0o644) == 0)
        let ending = try await workspace.cairn("run", try job(), exits: 1)
        let expected: [(String, String, String)] = [
            ("empty.jpg", "empty", "empty"), ("cut.jpg", "damaged", "cut short"),
            ("cut.png", "damaged", "copy it again"),
            ("cut.webp", "damaged", "copy it again"), ("header.jpg", "damaged", "cut short"),
            ("text.png", "notAnImage", "text, not a picture"), ("page.jpeg", "notAnImage", "a web page"),
            ("zeroes.webp", "notAnImage", "zeroes"), ("noise.heic", "notAnImage", "bytes of an unknown kind"),
            ("program.jpg", "notAnImage", "7f 45 4c 46"), ("vast.jpg", "tooLarge", "65,500 x 65,500"),
            ("vast.png", "tooLarge", "is over the limit of 200 megapixels; shrink it, or raise limits.megapixels"),
            ("broken.png", "damaged", "broken inside"),
        ]
        var failures: [String: [String]] = [:]
        for row in try workspace.book.rows("SELECT path, kind, message FROM failures") {
            failures[FilePath(row[0]).name.description] = Array(row[1...])
        }
        for (name, kind, words) in expected {
            let failure = try #require(failures[name], "\(name) did not fail: \(ending)")
            #expect(failure[0] == kind && failure[1].contains(words), "\(name): \(failure)")
        }
        #expect(failures["dangling.jpg"]?[0] == "missing" && failures["pipe.jpg"]?[0] == "unreadable", "\(failures)")
        #expect(failures.count == expected.count + 2, "\(failures.keys)")
        let done = try workspace.book.column("SELECT path FROM labels WHERE rank = 0 ORDER BY path")
        // The two copies of one picture are one image.
        #expect(
            done == ["pictures/called.png", "pictures/deep/a.jpg/inside.jpg"]
                || done == ["pictures/deep/a.jpg/inside.jpg", "pictures/good.jpg"], "\(done)")
        try await workspace.cairn("doctor", exits: 0)
        let again = try await workspace.cairn("run", try job(), exits: 0)
        #expect(again.error.contains("nothing to do: ") && again.error.contains(" failed before ("), "\(again)")
        #expect(try workspace.book.number("SELECT count(*) FROM run") == 1)
    }

    @Test func `no C library writes to standard error, whatever the file`() async throws {
        for fixture in Files.names(in: fixtures) {
            let bytes = try Files.read(fixtures.appending(fixture))
            try workspace.write("pictures/whole-\(fixture)", bytes)
            try workspace.write("pictures/cut-\(fixture)", Array(bytes.prefix(bytes.count * 2 / 3)))
            var hurt = bytes
            var random = Seeded(UInt64(bytes.count))
            for _ in 0..<8 { hurt[Int.random(in: (bytes.count / 2)..<bytes.count, using: &random)] ^= 0x5A }
            try workspace.write("pictures/hurt-\(fixture)", hurt)
        }
        let ending = try await workspace.cairn("run", try job(), "--quiet", exits: 1)
        // The summary of what failed is all that there is.
        let lines = ending.error.split(separator: "\n")
        #expect(lines.first?.hasPrefix("run 1 of ") == true, "\(ending)")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") } && ending.outputBytes.isEmpty, "\(ending)")
        #expect(try workspace.book.number("SELECT done FROM runs") > 10)
        #expect(try workspace.book.number("SELECT failed FROM runs") > 10)
        #expect(try workspace.book.number("SELECT queued + running + cancelled FROM run") == 0)
    }

    @Test(arguments: ["jpg", "png"])
    func `a header of 65500 x 65500 is refused before memory is taken`(kind: String) async throws {
        let jpeg = try Files.read(Place.demo.appending("pictures/beach-day.jpg"))
        try workspace.write(
            "pictures/vast.\(kind)",
            kind == "jpg" ? try vast(jpeg) : PNG.file(width: 65500, height: 65500, data: [1, 2, 3]))
        let name = try job()
        // Of a process just started from this one the peak would be this one's: a third one stands between.
        let measured = try await workspace.run(
            Place.python.description, "-c",
            """
            import resource, subprocess, sys
            status = subprocess.run(sys.argv[1:]).returncode
            print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """, Place.cairn.description, "run", name)
        let numbers = try #require(measured.lines.last).split(separator: " ").compactMap { Int($0) }
        try #require(numbers.count == 2, "\(measured)")
        #expect(numbers[0] == 1, "\(measured)")
        #expect(numbers[1] < 150_000, "\(numbers[1]) KiB; the picture would take 12 GB")
        #expect(try workspace.book.column("SELECT kind FROM failures") == ["tooLarge"])
    }

    @Test func `the limit of pixels is the manifest's to set`() async throws {
        try workspace.write("pictures/flat.png", Picture(width: 1200, height: 1000, color: [200, 30, 30]).png)
        let strict = try workspace.writeJob("strict", more: ["limits: {megapixels: 1}"])
        try await workspace.cairn("run", strict, exits: 1)
        #expect(try workspace.book.column("SELECT kind FROM failures") == ["tooLarge"])
        #expect(
            try workspace.book.column("SELECT message FROM failures")[0].contains(
                "is over the limit of 1 megapixel;"))
        let usual = try workspace.writeJob("usual", more: ["refresh: {failed: true}"])
        try await workspace.cairn("run", usual, exits: 0)
        #expect(try workspace.book.column("SELECT description FROM labels WHERE rank = 0 AND job = 'usual'") == ["red"])
    }

    @Test func `a list's missing files, folders and strange lines fail alone`() async throws {
        try copyGood("here.jpg")
        try Files.makeFolder(workspace.file("a.jpg"))
        try workspace.write("names.txt", "here.jpg\na.jpg\ngone.jpg\nhere.jpg/below.jpg\n\n")
        let job = try workspace.writeJob(model: scenes, labels: nil, images: ["list: names.txt"])
        let ending = try await workspace.cairn("run", job, exits: 1)
        let failures = try workspace.book.rows("SELECT path, kind FROM failures ORDER BY path")
        #expect(
            failures == [["a.jpg", "unreadable"], ["gone.jpg", "missing"], ["here.jpg/below.jpg", "missing"]],
            "\(ending)")
        #expect(try workspace.book.column("SELECT path FROM labels WHERE rank = 0") == ["here.jpg"])
        // Bringing the file mends it.
        try copyGood("gone.jpg", from: "castle-dusk.jpg")
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.book.number("SELECT count(*) FROM labels WHERE description = 'castle' AND rank = 0") == 1)
    }

    @Test func `a folder called a.jpg is said to be one`() async throws {
        try Files.makeFolder(workspace.file("pictures/a.jpg"))
        try copyGood("pictures/good.jpg")
        let job = try workspace.writeJob(model: scenes, labels: nil, images: ["glob: pictures/*.jpg"])
        let ending = try await workspace.cairn("run", job)
        #expect(ending.status == 1 && ending.error.contains("a.jpg is a folder, not an image"), "\(ending)")
        #expect(try workspace.book.rows("SELECT path, kind FROM failures") == [["pictures/a.jpg", "unreadable"]])
        #expect(try workspace.book.column("SELECT description FROM labels WHERE rank = 0") == ["lighthouse"])
    }

    @Test func `a file that may not be read fails alone, and permission mends it`() async throws {
        try copyGood("pictures/good.jpg")
        let secret = try workspace.write("pictures/secret.png", Self.picture("secret").png)
        try Files.permit(secret, 0)
        let job = try job()
        let ending = try await workspace.bash("exec \(withoutPrivilege)\"$cairn\" run \(job)")
        #expect(ending.status == 1, "\(ending)")
        #expect(
            try workspace.book.rows("SELECT path, kind, code FROM failures") == [
                ["pictures/secret.png", "unreadable", "EACCES"]
            ], "\(ending)")
        #expect(try workspace.answers() == 1)
        try Files.permit(secret, 0o644)
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.answers() == 2)
    }

    @Test func `a file that changes or goes between submission and work fails alone, and submitting again mends it`()
        async throws
    {
        for name in ["one", "two", "three"] { try workspace.write("pictures/\(name).png", Self.picture(name).png) }
        let job = try workspace.writeJob()
        try await workspace.cairn("submit", job, exits: 0)
        try workspace.write("pictures/two.png", Self.picture("other").png)
        try Files.remove(workspace.file("pictures/three.png"))
        let ending = try await workspace.cairn("work", exits: 1)
        let failures = try workspace.book.rows("SELECT path, kind FROM failures ORDER BY kind")
        #expect(failures == [["pictures/two.png", "changed"], ["pictures/three.png", "missing"]], "\(ending)")
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.book.number("SELECT count(*) FROM answer") == 2)
        #expect(try workspace.breaches() == [])
    }

    private static func picture(_ name: String) -> Picture {
        var picture = Picture(width: 20, height: 20, color: [200, 40, 40])
        for (index, byte) in name.utf8.enumerated() { picture.pixels[index] = byte }
        return picture
    }

    private let scenes = Place.demo.appending("scenes.tflite")
    private let fixtures = packageRoot.appending("Tests/PicturesTests/Fixtures")

    private func job() throws -> String { try workspace.writeJob(model: scenes, labels: nil) }

    private func copyGood(_ name: String, from picture: String = "lighthouse-evening.jpg") throws {
        try workspace.copy(Place.demo.appending("pictures/\(picture)"), to: name)
    }

    private func noise(_ count: Int) -> [UInt8] {
        var random = Seeded(77)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// A JPEG whose header promises 65500 x 65500.
    private func vast(_ jpeg: [UInt8]) throws -> [UInt8] {
        var bytes = jpeg
        let frame = try #require(
            bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && (0xC0...0xC2).contains(bytes[$0 + 1]) })
        bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
        return bytes
    }
}

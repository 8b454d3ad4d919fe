import Platform
import TestSupport
import Testing

@Suite("Drawings of single pictures", .inTurn) struct DrawingTests {
    private let scratch: Scratch

    init() async throws {
        scratch = try Scratch()
        for name in ["castle-dusk.jpg", "city-night.jpg", "desert-evening.jpg"] {
            try scratch.write("pictures/\(name)", try Files.read(Place.demo.appending("pictures/\(name)")))
        }
        try scratch.write("scenes.tflite", try Files.read(Place.demo.appending("scenes.tflite")))
        try scratch.write(
            "demo.yaml",
            "job: demo\nimages: [{folder: pictures}]\nbackend: {kind: tflite, model: scenes.tflite}\n")
        try await scratch.cairn("run", "demo.yaml", exits: 0)
    }

    private func export(_ words: String..., exits status: Int32 = 0) async throws -> Ending {
        let ending = try await scratch.start([Place.cairn.description, "export"] + words).end()
        #expect(ending.status == status, "\(words): \(ending)")
        return ending
    }

    @Test func `are well-formed, and a second export writes only what has changed`() async throws {
        let plan = try await export("demo", "--to", "svg", "--out", "out", "--dry-run")
        #expect(plan.error.contains("3 to write"), "\(plan)")
        #expect(Files.names(in: scratch.file("out")).isEmpty)
        _ = try await export("demo", "--to", "svg", "--out", "out")
        for name in ["castle-dusk", "city-night", "desert-evening"] {
            let check = try await scratch.run("xmllint", "--noout", "--nonet", "out/pictures/\(name).jpg.svg")
            #expect(check.status == 0, "\(check)")
        }
        #expect(try Files.text(scratch.file("out/pictures/city-night.jpg.svg")).contains("data:image/jpeg;base64,"))
        let again = try await export("demo", "--to", "svg", "--out", "out")
        #expect(again.error == "svg files in out: 0 written, 3 as before\n")
        try await scratch.cairn("correct", "demo", "pictures/city-night.jpg", "--labels", "town", exits: 0)
        // A label has no frame: the drawing stays as it is, and the page of it does not.
        #expect(try await export("demo", "--to", "svg", "--out", "out").error.contains("0 written"))
        _ = try await export("demo", "--to", "html", "--out", "pages")
        #expect(try Files.text(scratch.file("pages/pictures/city-night.jpg.html")).contains("<bdi>town</bdi>"))
    }

    @Test func `leave out what is not wanted, not answered or not there, and say so`() async throws {
        try Files.remove(scratch.file("pictures/city-night.jpg"))
        let gone = try await export("demo", "--to", "svg", "--out", "out", exits: 1)
        #expect(gone.error.contains("pictures/city-night.jpg: "), "\(gone)")
        #expect(gone.error.contains("svg files in out: 2 written"), "\(gone)")
        _ = try await export("demo", "--to", "svg", "--out", "frames", "--picture", "none")
        #expect(Files.names(in: scratch.file("frames/pictures")).count == 3)
        let some = try await export(
            "demo", "--to", "svg", "--out", "some", "--images", "select image_id from images where path like '%castle%'"
        )
        #expect(some.error.contains("1 written"), "\(some)")
        let other = try await export("demo", "--to", "svg", "--out", "other", "--feature", "LANDMARK_DETECTION")
        #expect(other.error.contains("3 answered without such an answer: not in the export"), "\(other)")
    }

    @Test func `show the segments of a model over the picture`() async throws {
        for name in ["segmentation.tflite", "segmentation.txt"] {
            try scratch.write(name, try Files.read(packageRoot.appending("Jobs/models/\(name)")))
        }
        try scratch.write(
            "segments.yaml",
            """
            job: segments
            images: [{glob: pictures/desert-evening.jpg}]
            backend:
              kind: tflite
              model: segmentation.tflite
              labels: segmentation.txt
              output: {meaning: segmentation}
              ignore: [background]

            """)
        try await scratch.cairn("run", "segments.yaml", exits: 0)
        _ = try await export("segments", "--to", "svg", "--out", "out")
        let drawing = try Files.text(scratch.file("out/pictures/desert-evening.jpg.svg"))
        let rows = try scratch.book.number("SELECT count(*) FROM segments")
        #expect(rows > 0 && drawing.ranges(of: "class=\"mask\"").count == rows, "\(drawing.suffix(3000))")
        _ = try await export("segments", "--to", "coco", "--out", "segments.json")
        let coco = try Files.text(scratch.file("segments.json"))
        #expect(coco.ranges(of: "\"segmentation\":{").count == rows, "\(coco.prefix(3000))")
    }

    @Test func `link to the file of a picture`() async throws {
        _ = try await export("demo", "--to", "html", "--out", "out/deep", "--picture", "link")
        let page = try Files.text(scratch.file("out/deep/pictures/desert-evening.jpg.html"))
        #expect(page.contains("href=\"../../../pictures/desert-evening.jpg\""), "\(page.prefix(3000))")
    }

    @Test func `name the formats, and what is missing`() async throws {
        #expect(try await export().output.contains("svg "))
        #expect(try await export("--to", "svg", exits: 2).error.contains("which job?"))
        #expect(try await export("demo", "--to", "svg", exits: 2).error.contains("--out: name a folder"))
        let unknown = try await export("nope", "--to", "svg", "--out", "x", exits: 2)
        #expect(unknown.error.contains("there is no job called \"nope\"; the store has demo"), "\(unknown)")
        #expect(
            try await export("demo", "--to", "gif", exits: 2).error.contains(
                "one of svg, html, txt, hocr, alto, vision-json, xmp, pdf, coco, label-studio"))
    }
}

import Platform
import TestSupport
import Testing

@Suite("Texts as files", .inTurn) struct TextExportTests {
    private let scratch: Scratch

    init() async throws {
        scratch = try Scratch()
        try scratch.copy(packageRoot.appending("Jobs/pages/letter.png"), to: "pages/letter.png")
        try scratch.write("pages/white.png", Picture(width: 300, height: 200, color: [255, 255, 255]).png)
        try scratch.write("pages/a;\"b\"\n&'.png", Picture(width: 301, height: 200, color: [255, 255, 255]).png)
        try scratch.write("pages/broken.png", "no picture\n")
        try scratch.write(
            "job.yaml", "job: j\nimages: [{folder: pages}]\nbackend: {kind: tesseract, languages: [eng]}\n")
        try await scratch.cairn("run", "job.yaml", exits: 1)
    }

    private func export(_ words: String..., exits status: Int32 = 0) async throws -> Ending {
        let ending = try await scratch.start([Place.cairn.description, "export", "j"] + words).end()
        #expect(ending.status == status, "\(words): \(ending)")
        return ending
    }

    private func xpath(_ path: String, of file: String) async throws -> [String] {
        let found = try await scratch.run("xmllint", "--nonet", "--xpath", path, file)
        #expect(found.status == 0, "\(found)")
        return found.output.split(separator: "\n").map(String.init)
    }

    @Test func `are those of the views, and a second export writes nothing`() async throws {
        let first = try await export("--to", "txt", "--out", "texts")
        #expect(first.error.contains("txt files in texts: 3 written"), "\(first)")
        let plain = try scratch.book.column("SELECT text FROM plain_texts")
        #expect(plain.map { $0 + "\n" } == [try Files.text(scratch.file("texts/pages/letter.png.txt"))])
        #expect(try Files.text(scratch.file("texts/pages/white.png.txt")).isEmpty)
        let before = try FileStatus(of: scratch.file("texts/pages/letter.png.txt"))
        let again = try await export("--to", "txt", "--out", "texts")
        #expect(again.error.contains("1 failed without such an answer: not in the export"), "\(again)")
        #expect(again.error.contains("txt files in texts: 0 written, 3 as before"), "\(again)")
        #expect(try FileStatus(of: scratch.file("texts/pages/letter.png.txt")) == before)
    }

    @Test func `have each word at its place in hOCR and ALTO, and are well-formed whatever a name is`() async throws {
        for (format, ending) in [("hocr", "hocr"), ("alto", "alto.xml")] {
            _ = try await export("--to", format, "--out", format)
            for name in ["letter.png", "white.png", "a;%22b%22%0A&'.png"] {
                let check = try await scratch.run("xmllint", "--noout", "--nonet", "\(format)/pages/\(name).\(ending)")
                #expect(check.status == 0 && check.error.isEmpty, "\(check)")
            }
        }
        let rows = try scratch.book.rows(
            "SELECT text, x_min, y_min, x_max - x_min, y_max - y_min FROM texts WHERE level = 'word' ORDER BY ordinal")
        let file = "alto/pages/letter.png.alto.xml"
        #expect(
            try await xpath("//*[local-name()='String']/@CONTENT", of: file) == rows.map { " CONTENT=\"\($0[0])\"" })
        for (column, name) in ["HPOS", "VPOS", "WIDTH", "HEIGHT"].enumerated() {
            let values = try await xpath("//*[local-name()='String']/@\(name)", of: file)
            let expected = rows.map { " \(name)=\"\($0[column + 1].replacing(".0", with: ""))\"" }
            #expect(values == expected)
        }
        let words = try await xpath("//*[@class='ocrx_word']/text()", of: "hocr/pages/letter.png.hocr")
        #expect(words == rows.map { $0[0] })
        let image = try await xpath("string(//*[@class='ocr_page']/@title)", of: "hocr/pages/a;%22b%22%0A&'.png.hocr")
        #expect(image == ["bbox 0 0 301 200; image \"pages/a%3B\\\"b\\\"", "&'.png\"; ppageno 0"])
    }

    @Test func `are a person's where somebody has corrected them`() async throws {
        _ = try await export("--to", "txt", "--out", "texts")
        try scratch.write("typed.txt", "Typed by hand\n")
        try await scratch.cairn("correct", "j", "pages/white.png", "--text", "typed.txt", exits: 0)
        let again = try await export("--to", "txt", "--out", "texts")
        #expect(again.error.contains("1 written, 2 as before"), "\(again)")
        #expect(try Files.text(scratch.file("texts/pages/white.png.txt")) == "Typed by hand\n")
        _ = try await export("--to", "alto", "--out", "alto")
        let alto = try Files.text(scratch.file("alto/pages/white.png.alto.xml"))
        #expect(alto.contains("CONTENT=\"Typed by hand\"") && alto.contains("<softwareName>person"), "\(alto)")
    }

    @Test func `of one picture in two turns are two, each as its reading has it`() async throws {
        try scratch.write(
            "job.yaml",
            "job: j\nimages: [{glob: pages/letter.png}, {glob: pages/letter.png, rotate: 90}]\n"
                + "backend: {kind: tesseract, languages: [eng]}\n")
        try await scratch.cairn("run", "job.yaml", exits: 0)
        _ = try await export("--to", "alto", "--out", "alto", "--frame", "file")
        #expect(Files.names(in: scratch.file("alto/pages")) == ["letter.png.alto.xml", "letter~picture6.png.alto.xml"])
        let turned = try Files.text(scratch.file("alto/pages/letter~picture6.png.alto.xml"))
        // On its side it was read; in the file its lines are level.
        #expect(turned.contains("WIDTH=\"484\" HEIGHT=\"560\"") && !turned.contains("ROTATION"), "\(turned)")
        _ = try await export("--to", "alto", "--out", "shown")
        let upright = try Files.text(scratch.file("shown/pages/letter~picture6.png.alto.xml"))
        #expect(upright.contains("WIDTH=\"560\" HEIGHT=\"484\"") && upright.contains("ROTATION=\"270\""), "\(upright)")
        #expect(try await export("--to", "alto", "--out", "shown").error.contains("0 written, 2 as before"))
    }

    @Test func `refuse what means nothing to them`() async throws {
        #expect(
            try await export("--to", "txt", "--out", "x", "--frame", "file", exits: 2).error.contains("--frame: txt"))
        #expect(
            try await export("--to", "svg", "--out", "x", "--frame", "file", exits: 2).error.contains("--frame: svg"))
        #expect(
            try await export("--to", "alto", "--out", "x", "--picture", "none", exits: 2).error.contains("--picture"))
        #expect(
            try await export("--to", "hocr", "--out", "x", "--min-score", "0.5", exits: 2).error.contains("--min-score")
        )
        #expect(try await export("--to", "hocr", "--out", "pages/x", exits: 2).error.contains("where job j looks"))
        #expect(Files.names(in: scratch.file("x")).isEmpty)
    }
}

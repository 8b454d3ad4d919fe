import Platform
import TestSupport
import Testing

@Suite("Pictures as PDF files", .inTurn) struct PDFExportTests {
    private let scratch: Scratch

    init() async throws {
        scratch = try Scratch()
        try scratch.copy(packageRoot.appending("Jobs/pages/letter.png"), to: "pages/letter.png")
        try scratch.copy(Place.demo.appending("pictures/castle-dusk.jpg"), to: "pages/castle.jpg")
        try await scratch.run(
            "exiftool", "-q", "-overwrite_original", "-n", "-Orientation=6", "-GPSLatitude=48.5", "-GPSLatitudeRef=N",
            "pages/castle.jpg")
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

    private func words(of text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    @Test func `have the words of the views, and JPEG files as they are`() async throws {
        let first = try await export("--to", "pdf", "--out", "pdf")
        #expect(first.error.contains("pdf files in pdf: 2 written"), "\(first)")
        #expect(first.error.contains("JPEG files keep their metadata"), "\(first)")
        for name in ["letter.png", "castle.jpg"] { try await scratch.run("qpdf", "--check", "pdf/pages/\(name).pdf") }
        let seen = try scratch.book.column("SELECT text FROM texts WHERE level = 'word' AND path LIKE '%letter%'")
        let letter = "pdf/pages/letter.png.pdf"
        for command in [["pdftotext", letter, "-"], ["mutool", "draw", "-q", "-F", "txt", letter]] {
            let told = try await scratch.start(command).end()
            #expect(words(of: told.output).sorted() == seen.sorted(), "\(command)")
        }
        try await scratch.run("pdfimages", "-all", "pdf/pages/castle.jpg.pdf", "castle")
        #expect(try Files.read(scratch.file("castle-000.jpg")) == Files.read(scratch.file("pages/castle.jpg")))
        // It stands on its side in the file: the page is upright.
        let page = try await scratch.run("pdfinfo", "pdf/pages/castle.jpg.pdf").output
        let size = try scratch.book.rows("SELECT width, height FROM images WHERE path LIKE '%castle%'")[0]
        let sides = page.split(separator: "\n").first { $0.hasPrefix("Page size") }.map { words(of: String($0)) } ?? []
        #expect(sides.count > 4 && (Double(sides[2]) ?? 0) < (Double(sides[4]) ?? 0), "\(page)")
        #expect((Int(size[0]) ?? 0) < (Int(size[1]) ?? 0))

        _ = try await export("--to", "pdf", "--out", "bare", "--strip")
        try await scratch.run("pdfimages", "-all", "bare/pages/castle.jpg.pdf", "bare")
        #expect(try await scratch.run("exiftool", "-s3", "-GPSLatitude", "bare-000.jpg").output.isEmpty)
        for name in ["bare-000", "castle-000"] {
            try await scratch.run("djpeg", "-outfile", "\(name).ppm", "\(name).jpg")
        }
        #expect(try Files.read(scratch.file("bare-000.ppm")) == Files.read(scratch.file("castle-000.ppm")))
    }

    @Test func `open no picture again that is as before, and leave out what is not`() async throws {
        _ = try await export("--to", "pdf", "--out", "pdf")
        _ = try await export("--to", "pdf", "--one-file", "--out", "all.pdf")
        // Other bytes that nothing but a reader would notice.
        let path = scratch.file("pages/castle.jpg")
        let (bytes, moment) = (try Files.read(path), try FileStatus(of: path).modifiedNanoseconds)
        try Files.setModified(path, seconds: 1_700_000_000)
        try await scratch.cairn("run", "job.yaml", exits: 0)
        _ = try await export("--to", "pdf", "--out", "pdf")
        _ = try await export("--to", "pdf", "--one-file", "--out", "all.pdf")
        try Files.write(path, [UInt8](repeating: 0, count: bytes.count))
        try Files.setModified(path, seconds: 1_700_000_000)
        #expect(try FileStatus(of: path).modifiedNanoseconds != moment)
        #expect(try await export("--to", "pdf", "--out", "pdf").error.contains("0 written, 2 as before"))
        #expect(
            try await export("--to", "pdf", "--one-file", "--out", "all.pdf").error.contains("0 written, 1 as before"))
        try Files.setModified(path, seconds: 1_700_000_001)
        let other = try await export("--to", "pdf", "--out", "pdf", exits: 1)
        #expect(
            other.error.contains("pages/castle.jpg: ") && other.error.contains("0 written, 1 as before"), "\(other)")
        let all = try await export("--to", "pdf", "--one-file", "--out", "all.pdf", exits: 1)
        #expect(all.error.split(separator: "pages/castle.jpg: ", omittingEmptySubsequences: false).count == 2, "\(all)")
        #expect(try await scratch.run("pdfinfo", "all.pdf").output.contains("Pages:           1\n"))
        try Files.write(path, bytes)
        #expect(try await export("--to", "pdf", "--one-file", "--out", "all.pdf").error.contains("1 written"))
        #expect(try await scratch.run("pdfinfo", "all.pdf").output.contains("Pages:           2\n"))
    }

    @Test func `and other texts are one file where that is asked for`() async throws {
        let names = ["all.txt", "all.hocr", "all.pdf"]
        for (format, name) in zip(["txt", "hocr", "pdf"], names) {
            let first = try await export("--to", format, "--one-file", "--out", name)
            #expect(first.error.contains("\(format) file \(name): 1 written"), "\(first)")
            #expect(first.error.contains("1 failed without such an answer"), "\(first)")
            let before = try FileStatus(of: scratch.file(name))
            let again = try await export("--to", format, "--one-file", "--out", name)
            #expect(again.error.contains("0 written, 1 as before"), "\(again)")
            #expect(try FileStatus(of: scratch.file(name)) == before)
        }
        let plain = try scratch.book.column("SELECT text FROM plain_texts WHERE path LIKE '%letter%'")[0]
        #expect(try Files.text(scratch.file("all.txt")) == "\u{0C}\(plain)\n")
        try await scratch.run("xmllint", "--noout", "--nonet", "all.hocr")
        let pages = try await scratch.run(
            "xmllint", "--nonet", "--xpath", "//*[@class='ocr_page']/@id", "all.hocr")
        #expect(words(of: pages.output) == ["id=\"page_1\"", "id=\"page_2\""])
        try await scratch.run("qpdf", "--check", "all.pdf")
        let told = try await scratch.run("pdftotext", "-f", "2", "all.pdf", "-")
        #expect(words(of: told.output).sorted() == words(of: plain).sorted())
        #expect(try await export("--to", "alto", "--one-file", "--out", "x", exits: 2).error.contains("--one-file"))
        #expect(try await export("--to", "txt", "--strip", "--out", "x", exits: 2).error.contains("--strip"))
        #expect(try await export("--to", "pdf", "--one-file", "--out", "pages", exits: 2).error.contains("plain file"))
        #expect(!Files.names(in: scratch.path).contains("x"))
    }
}

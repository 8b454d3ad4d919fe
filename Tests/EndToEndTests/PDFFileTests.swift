import Domain
import Platform
import Report
import TestSupport
import Testing
import Zlib

/// What a reader shows and finds is asked of qpdf, poppler and mutool.
@Suite("A PDF") struct PDFFileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// White, 60 x 40 as it is stored, with a red mark of 20 x 10 in one corner of the raster.
    private func picture(turn: Int) -> PDFPicture {
        var rows: [UInt8] = []
        for row in 0..<40 {
            rows.append(0)
            for column in 0..<60 { rows += row < 10 && column < 20 ? [255, 0, 0] : [255, 255, 255] }
        }
        return PDFPicture(
            stored: Size(width: 60, height: 40), turn: turn, density: nil, coding: .deflated(components: 3),
            bytes: deflate(rows.span))
    }

    private func word(_ text: String, _ corners: [(Double, Double)], in parent: Int? = nil) -> Annotation {
        var word = Annotation(
            kind: .text, rank: 0, description: text, polygon: corners.map { Point(x: $0.0, y: $0.1) })
        word.level = parent == nil ? .line : .word
        word.parent = parent
        return word
    }

    private func answer(_ annotations: [Annotation], _ text: String) -> ShownAnswer {
        ShownAnswer(
            id: ResultID(1),
            recipe: ShownRecipe(feature: .documentTextDetection, backend: "tesseract", model: "5.3"),
            annotatedAt: Timestamp(milliseconds: 0), annotations: annotations, passages: [text])
    }

    private func write(_ name: String, _ pages: [(PDFPicture, ShownAnswer)]) async throws {
        var file = PDFFile()
        var bytes = file.begin()
        for (picture, answer) in pages { bytes += file.page(picture, text: answer) }
        bytes += file.end(title: "a \"b\" (c) \u{20BB7}", key: String(repeating: "0a", count: 32))
        try scratch.write(name, bytes)
        let check = try await scratch.run("qpdf", "--check", name)
        #expect(check.status == 0 && !check.output.contains("WARNING"), "\(check)")
    }

    /// A pixel of a PPM.
    private func pixel(_ file: String, _ x: Int, _ y: Int) throws -> [UInt8] {
        let bytes = try Files.read(scratch.file(file))
        let head = bytes.split(separator: 0x0A, maxSplits: 3)
        let width = Int(String(decoding: head[1].split(separator: 0x20)[0], as: UTF8.self)) ?? 0
        let start = bytes.count - head[3].count + 3 * (y * width + x)
        return Array(bytes[start..<start + 3])
    }

    @Test func `shows each picture upright, whatever its turn`() async throws {
        try await write("turns.pdf", (1...8).map { (picture(turn: $0), answer([], "")) })
        #expect(try await scratch.run("pdftoppm", "-r", "96", "turns.pdf", "p").status == 0)
        #expect(try await scratch.run("mutool", "draw", "-q", "-r", "96", "-o", "m-%d.ppm", "turns.pdf").status == 0)
        // In which corner the first pixel of the raster stands, by EXIF: right, below.
        let corners = [
            (false, false), (true, false), (true, true), (false, true), (false, false), (true, false), (true, true),
            (false, true),
        ]
        for (index, (isRight, isBelow)) in corners.enumerated() {
            let (width, height) = index >= 4 ? (40, 60) : (60, 40)
            let (x, y) = (isRight ? width - 4 : 3, isBelow ? height - 4 : 3)
            for file in ["p-\(index + 1).ppm", "m-\(index + 1).ppm"] {
                #expect(try pixel(file, x, y) == [255, 0, 0], "\(file)")
                #expect(try pixel(file, width - 1 - x, height - 1 - y) == [255, 255, 255], "\(file)")
            }
        }
    }

    @Test func `gives back its words in order, in all scripts and lying on each side`() async throws {
        let texts = [
            ["Stone", "42"], ["שלום", "עולם"], ["مرحبا", "بك"], ["你好", "世界\u{20BB7}"], ["नमस्ते", "e\u{301}\u{1F600}"],
        ]
        var pages: [(PDFPicture, ShownAnswer)] = []
        let sheet = PDFPicture(
            stored: Size(width: 900, height: 600), turn: 1, density: 96, coding: .deflated(components: 1),
            bytes: deflate([UInt8](repeating: 0, count: 600 * 901).span))
        for (index, words) in texts.enumerated() {
            let isReversed = index == 1 || index == 2
            let boxes = isReversed ? [(500.0, 700.0), (280, 480)] : [(100, 300), (320, 520)]
            let space = index == 3 ? "" : " "
            var page = [word(words.joined(separator: space), [(100, 100), (700, 100), (700, 140), (100, 140)])]
            for (text, box) in zip(words, boxes) {
                page.append(word(text, [(box.0, 100), (box.1, 100), (box.1, 140), (box.0, 140)], in: 0))
            }
            pages.append((sheet, answer(page, words.joined(separator: space))))
        }
        // Read from the top down, upside down, and from the bottom up.
        let sides: [[[(Double, Double)]]] = [
            [[(140, 50), (140, 200), (100, 200), (100, 50)], [(140, 220), (140, 400), (100, 400), (100, 220)]],
            [[(700, 140), (550, 140), (550, 100), (700, 100)], [(530, 140), (350, 140), (350, 100), (530, 100)]],
            [[(100, 400), (100, 250), (140, 250), (140, 400)], [(100, 230), (100, 50), (140, 50), (140, 230)]],
        ]
        for side in sides {
            let page = [word("Stone wall", side[0])] + zip(["Stone", "wall"], side).map { word($0, $1, in: 0) }
            pages.append((sheet, answer(page, "Stone wall")))
        }
        try await write("texts.pdf", pages)
        let fonts = try await scratch.run("pdffonts", "texts.pdf")
        #expect(fonts.output.contains("yes no  yes"), "\(fonts)")
        let poppler = try await scratch.run("pdftotext", "texts.pdf", "-").output.split(separator: "\u{0C}")
        let mutool = try await scratch.run("mutool", "draw", "-q", "-F", "txt", "texts.pdf").output
            .split(separator: "\u{0C}")
        let expected =
            texts.enumerated().map { $1.joined(separator: $0 == 3 ? "" : " ") }
            + Array(
                repeating: "Stone wall", count: 3)
        for (told, name) in [(poppler, "poppler"), (mutool, "mutool")] {
            let plain = told.map { page in
                let letters = page.unicodeScalars.filter { !(0x202A...0x202E).contains($0.value) && $0.value != 0x0C }
                return String(String.UnicodeScalarView(letters)).split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
            }
            // Readers part Chinese words that have some room between them.
            let told = plain.filter { !$0.isEmpty }.map { $0.replacing("你好 世界", with: "你好世界") }
            #expect(told == expected, "\(name)")
        }
    }

    @Test func `has the very pixels of pictures in all formats, and JPEG files of all colors`() async throws {
        let exact = [
            "grey.png", "grey.tiff", "palette.bmp", "palette.gif", "palette.png", "bilevel.png", "bilevel.tiff",
        ]
        for name in exact + ["cmyk.jpg", "lossy.webp", "turned.heic"] {
            try scratch.copy(packageRoot.appending("Tests/PicturesTests/Fixtures/\(name)"), to: "pages/\(name)")
        }
        try scratch.write(
            "job.yaml", "job: j\nimages: [{folder: pages}]\nbackend: {kind: tesseract, languages: [eng]}\n")
        try await scratch.cairn("run", "job.yaml", exits: 0)
        try await scratch.cairn("export", "j", "--to", "pdf", "--out", "out", exits: 0)
        for name in exact + ["cmyk.jpg", "lossy.webp", "turned.heic"] {
            try await scratch.run("qpdf", "--check", "out/pages/\(name).pdf")
            try await scratch.run("pdfimages", "out/pages/\(name).pdf", name)
        }
        func pixels(_ name: String) throws -> (drawn: ArraySlice<UInt8>, original: [UInt8]) {
            let stem = name.prefix { $0 != "." }
            let file = packageRoot.appending("Tests/PicturesTests/Fixtures/\(stem).rgb")
            let original = try Files.read(file)
            return (try Files.read(scratch.file("\(name)-000.ppm")).suffix(original.count), original)
        }
        for name in exact {
            let (drawn, original) = try pixels(name)
            #expect(Array(drawn) == original, "\(name)")
        }
        // Each reader turns inks into colors in its own way; without the hint that they are inverted all is dark.
        let (drawn, original) = try pixels("cmyk.jpg")
        let sum = zip(drawn, original).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(sum < 25 * original.count, "\(sum / original.count)")
        let coding = try await scratch.run("pdfimages", "-list", "out/pages/lossy.webp.pdf")
        #expect(coding.output.contains(" jpeg "), "\(coding)")
        let size = try Files.read(scratch.file("turned.heic-000.ppm")).split(separator: 0x0A, maxSplits: 2)
        let seen = try scratch.book.rows("SELECT width, height FROM images WHERE path LIKE '%turned.heic'")[0]
        #expect(String(decoding: size[1], as: UTF8.self) == seen.joined(separator: " "))
    }

    @Test func `of many pages is a tree that readers walk, and the same twice`() async throws {
        let pages = (0..<70).map { number in
            (picture(turn: 1), answer([word("p\(number)", [(1, 1), (50, 1), (50, 20), (1, 20)])], "p\(number)"))
        }
        try await write("many.pdf", pages)
        let first = try Files.read(scratch.file("many.pdf"))
        try await write("many.pdf", pages)
        #expect(try Files.read(scratch.file("many.pdf")) == first)
        let text = try await scratch.run("pdftotext", "many.pdf", "-").output
        #expect(text.split(whereSeparator: \.isWhitespace).map(String.init) == (0..<70).map { "p\($0)" })
    }
}

import Platform
import TestSupport
import Testing

@testable import Tesseract

@Suite("The engine of text recognition", .serialized) struct TextEngineTests {
    private static func library() throws(TesseractError) -> TesseractLibrary {
        try TesseractLibrary(places: TesseractLibrary.places([:]))
    }

    private func engine(_ languages: [String] = ["eng"], segmentation: Int = 3) throws -> TextEngine {
        try TextEngine(
            try Self.library(),
            EngineSettings(data: TrainedData([:]), languages: languages, segmentation: segmentation))
    }

    private func read(_ engine: TextEngine, _ pixels: [UInt8], _ width: Int, _ height: Int) throws -> RecognizedPage {
        try engine.read(pixels.span, width: width, height: height, resolution: nil, symbols: false)
    }

    @Test func `the library tells its version`() throws {
        #expect(try Self.library().version.hasPrefix("5."))
    }

    @Test func `a library that is not there names the packages, and CAIRN_TESSERACT alone is looked at`() {
        let places = TesseractLibrary.places(["CAIRN_TESSERACT": "/nowhere/libtesseract.so.5"])
        let error = #expect(throws: TesseractError.self) { try TesseractLibrary(places: places) }
        #expect(error == .notFound([FilePath("/nowhere/libtesseract.so.5")]))
        #expect(
            error?.description.contains("the Debian packages libtesseract5, tesseract-ocr-eng and tesseract-ocr-osd")
                == true)
    }

    @Test func `a file that is another library, or none, is named with the reason`() throws {
        let scratch = try Scratch()
        let text = try scratch.write("libtesseract.so.5", String(repeating: "text ", count: 20))
        let error = #expect(throws: TesseractError.self) { try TesseractLibrary(places: [text]) }
        #expect(error == .notALibrary(text, reason: "it is not an ELF file"))
        let whole = try Files.read(FilePath("/proc/self/exe"))
        let cut = try scratch.write("cut.so", Array(whole.prefix(4096)))
        let short = #expect(throws: TesseractError.self) { try TesseractLibrary(places: [cut]) }
        #expect(short == .notALibrary(cut, reason: "it is cut short"))
        let other = Fixtures.library
        #expect(throws: TesseractError.tooOld(other, missing: "TessVersion")) {
            try TesseractLibrary(places: [other])
        }
    }

    @Test(arguments: [(1, 1), (2, 400), (3, 3), (9, 9), (40, 40), (4000, 3), (400, 300)])
    func `a page without letters is an answer without elements`(width: Int, height: Int) throws {
        let engine = try engine(segmentation: 1)
        for shade: UInt8 in [0, 128, 255] {
            let found = try read(engine, [UInt8](repeating: shade, count: width * height), width, height)
            #expect(found.elements.isEmpty, "\(found.elements)")
        }
    }

    @Test func `noise is read to its end, and the next page as if there had been none`() throws {
        let engine = try engine(segmentation: 1)
        var random = Seeded(20_261_122)
        let page = try DrawnPage("OPEN")
        let alone = try read(engine, page.pixels, page.width, page.height)
        #expect(alone.elements.filter { $0.level == .word }.map(\.text) == ["OPEN"])
        for _ in 0..<4 {
            let noise = (0..<120_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = try? read(engine, noise, 400, 300)
            let again = try read(engine, page.pixels, page.width, page.height)
            #expect(again.elements == alone.elements && again.table == alone.table)
        }
    }

    @Test func `a page is the same after its way between processes, and damaged bytes are not one`() throws {
        let page = try DrawnPage("OPEN")
        let found = try engine().read(
            page.pixels.span, width: page.width, height: page.height, resolution: nil, symbols: true)
        let bytes = found.bytes
        let again = try #require(RecognizedPage(bytes: bytes))
        #expect(again.elements == found.elements && again.table == found.table && !found.table.isEmpty)
        var random = Seeded(5)
        for _ in 0..<2000 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = RecognizedPage(bytes: Array(damaged.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
        #expect(RecognizedPage(bytes: Array(bytes.prefix(20))) == nil)
    }

    @Test func `symbols lie in their words, and spell them`() throws {
        let page = try DrawnPage("OPEN")
        let found = try engine().read(
            page.pixels.span, width: page.width, height: page.height, resolution: nil, symbols: true)
        #expect(found.elements.map(\.level) == [.block, .paragraph, .line, .word, .symbol, .symbol, .symbol, .symbol])
        #expect(found.elements.suffix(4).map(\.text) == ["O", "P", "E", "N"])
        let word = found.elements[3].box
        for symbol in found.elements.suffix(4) {
            #expect(symbol.box.left >= word.left && symbol.box.right <= word.right, "\(symbol)")
            #expect((0.5...1).contains(symbol.confidence), "\(symbol)")
        }
    }

    @Test func `a language that the engine cannot load is an error, beside one that it can`() throws {
        let scratch = try Scratch()
        try scratch.copy(TrainedData([:]).file(of: "eng"), to: "eng.traineddata")
        let data = TrainedData(["TESSDATA_PREFIX": scratch.path.description])
        #expect(throws: TesseractError.noLanguage("deu", folder: scratch.path)) {
            try TextEngine(
                try Self.library(), EngineSettings(data: data, languages: ["eng", "deu"], segmentation: 3))
        }
        // Whole by its table, and without a model in it.
        try scratch.write("deu.traineddata", [1, 0, 0, 0] + [12, 0, 0, 0, 0, 0, 0, 0] + [1, 2, 3, 4])
        for languages in [["deu"], ["eng", "deu"]] {
            #expect(throws: TesseractError.notLoaded(languages, folder: scratch.path)) {
                try TextEngine(
                    try Self.library(), EngineSettings(data: data, languages: languages, segmentation: 3))
            }
        }
    }
}

import Glibc
import Platform
import TestSupport
import Testing

@Suite("A job that recognizes text on this machine", .inTurn) struct TextHereTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes a job for the pictures below `pages`.
    private func job(_ backend: String = "languages: [eng]") throws -> String {
        try scratch.write(
            "job.yaml", "job: j\nimages: [{folder: pages}]\nbackend: {kind: tesseract, \(backend)}\n")
        return "job.yaml"
    }

    private func copyLetter(_ name: String = "pages/letter.png") throws {
        try scratch.copy(packageRoot.appending("Jobs/pages/letter.png"), to: name)
    }

    /// So many copies of the letter, each another picture by a mark in it.
    private func copyLetters(_ count: Int) throws {
        let letter = try Files.read(packageRoot.appending("Jobs/pages/letter.png"))
        for number in 0..<count {
            try scratch.write("pages/\(number).png", Fixtures.marked(letter, Array("\(number)".utf8)))
        }
    }

    @Test func `the sample job reads the words of its page, and an answer is not asked again`() async throws {
        let sample = packageRoot.appending("Jobs/text-here.yaml").description
        let ending = try await scratch.cairn("run", sample, exits: 0)
        #expect(ending.output.isEmpty && !ending.error.contains("resolution"), "\(ending)")
        let text = try scratch.book.column("SELECT text FROM plain_texts")
        // Which lines are a paragraph is Tesseract's to say.
        #expect(
            text.map { $0.replacing("\n", with: " ") } == [
                "Cairn Lodge 12 Harbour Street Dear guest, breakfast is served from seven to ten in the garden room. "
                    + "Please leave your key at the desk before eleven. We wish you a good journey."
            ])
        let levels = try scratch.book.rows("SELECT level, count(*) FROM texts GROUP BY level ORDER BY level")
        #expect(levels.map { $0[0] } == ["block", "line", "page", "paragraph", "word"], "\(levels)")
        #expect(levels.last == ["word", "33"], "\(levels)")
        let page = try scratch.book.rows(
            "SELECT x_min, y_min, x_max, y_max, locale, parent_id FROM texts WHERE level = 'page'")
        #expect(page == [["0.0", "0.0", "484.0", "560.0", "en", "NULL"]])
        let outside = try scratch.book.number(
            """
            SELECT count(*) FROM texts AS t JOIN texts AS p ON p.annotation_id = t.parent_id
            WHERE t.x_min < p.x_min OR t.y_min < p.y_min OR t.x_max > p.x_max OR t.y_max > p.y_max
                OR t.confidence NOT BETWEEN 0.5 AND 1 OR t.locale <> 'en' OR t.ordinal <= p.ordinal
            """)
        #expect(outside == 0)
        let again = try await scratch.cairn("run", sample, exits: 0)
        #expect(again.error.contains("1 already answered"), "\(again)")
        let reparsed = try await scratch.cairn("results", "reparse", exits: 0)
        #expect(try scratch.answers() == 1, "\(reparsed)")
    }

    @Test func `symbols are rows where the job asks for them`() async throws {
        try copyLetter()
        try await scratch.cairn("run", try job("symbols: true"), exits: 0)
        let words = try scratch.book.rows(
            """
            SELECT w.text, (SELECT group_concat(s.text, '') FROM (SELECT text FROM texts
                WHERE parent_id = w.annotation_id AND level = 'symbol' ORDER BY ordinal) AS s)
            FROM texts AS w WHERE w.level = 'word'
            """)
        #expect(words.count == 33 && words.allSatisfy { $0[0] == $0[1] }, "\(words)")
    }

    @Test func `a bad picture fails alone, and one without text is answered with no rows`() async throws {
        try copyLetter()
        let letter = try Files.read(packageRoot.appending("Jobs/pages/letter.png"))
        try scratch.write("pages/cut.png", Array(letter.prefix(letter.count / 2)))
        try scratch.write("pages/words.png", "not a picture\n")
        try scratch.write("pages/dot.png", Picture(width: 1, height: 1).png)
        try scratch.write("pages/thread.png", Picture(width: 5000, height: 2, color: [255, 255, 255]).png)
        try scratch.write("pages/white.png", Picture(width: 300, height: 200, color: [255, 255, 255]).png)
        let ending = try await scratch.cairn("run", try job(), exits: 1)
        let failures = try scratch.book.rows("SELECT path, kind FROM failures ORDER BY path")
        #expect(failures == [["pages/cut.png", "damaged"], ["pages/words.png", "notAnImage"]], "\(ending)")
        #expect(try scratch.answers() == 4)
        #expect(try scratch.book.column("SELECT DISTINCT path FROM texts") == ["pages/letter.png"])
        // Tesseract says "Empty page!!" and "Image too small to scale!!", Leptonica more.
        for word in ["mpty", "esolution", "rror in", "too small", "OSD"] {
            #expect(!ending.error.contains(word), "\(ending)")
        }
    }

    @Test func `a page over its time is a failure of that page`() async throws {
        try copyLetters(2)
        try await scratch.cairn("run", try job("timeout: 1ms"), exits: 1)
        let failures = try scratch.book.rows("SELECT stage, kind, code, message FROM failures")
        let expected = [
            "annotate", "model", "TIMEOUT",
            "the page was not read within 1 ms; raise backend.timeout, or make the picture smaller",
        ]
        #expect(failures == [expected, expected])
    }

    /// What this machine lacks: the environment that hides it, and the words.
    enum Lack: String, CaseIterable, CustomTestStringConvertible {
        case library = "the library is missing"
        case brokenLibrary = "the library is not one"
        case language = "a language is missing"
        case orientation = "the file for orientations is missing"
        case brokenLanguage = "a language is cut short"

        var testDescription: String { rawValue }

        /// What a message says, among other things.
        var words: [String] {
            switch self {
            case .library: ["libtesseract5, tesseract-ocr-eng and tesseract-ocr-osd", "CAIRN_TESSERACT"]
            case .brokenLibrary: ["cannot be opened as a library: it is not an ELF file"]
            case .language: ["backend.languages: ", "eng.traineddata is not in", "tesseract-ocr-eng"]
            case .orientation: ["backend.languages: ", "osd.traineddata is not in", "tesseract-ocr-osd"]
            case .brokenLanguage: ["backend.languages: ", "eng.traineddata cannot be used: it is cut short"]
            }
        }

        /// Hides it.
        func environment(_ scratch: Scratch) throws -> [String: String] {
            let folder = FilePath("/usr/share/tesseract-ocr/5/tessdata")
            let data = scratch.file("data")
            try Files.makeFolder(data)
            if self == .library { return ["CAIRN_TESSERACT": "/nowhere/libtesseract.so.5"] }
            if self == .brokenLibrary {
                let text = String(repeating: "not a library ", count: 9)
                return ["CAIRN_TESSERACT": try scratch.write("lib.so", text).description]
            }
            let eng = try Files.read(folder.appending("eng.traineddata"))
            if self != .language { try scratch.write("data/eng.traineddata", eng) }
            let osd = folder.appending("osd.traineddata")
            if self != .orientation { try scratch.copy(osd, to: "data/osd.traineddata") }
            if self == .brokenLanguage { try scratch.write("data/eng.traineddata", Array(eng.prefix(90_000))) }
            return ["TESSDATA_PREFIX": data.description]
        }
    }

    @Test(arguments: Lack.allCases)
    func `what this machine lacks stops the run, names the next step and loses no image`(lack: Lack) async throws {
        try copyLetters(2)
        let job = try job()
        try await scratch.cairn("submit", job, exits: 0)
        let environment = try lack.environment(scratch)
        for command in [["work"], ["run", job], ["check", "--here", job]] {
            let ending = try await scratch.start(
                [Place.cairn.description] + command, environment: environment
            ).end()
            #expect(ending.status == 4, "\(ending)")
            for word in lack.words { #expect(ending.error.contains(word), "\(ending)") }
        }
        #expect(try scratch.book.rows("SELECT queued, failed FROM runs") == [["2", "0"]])
        let doctor = try await scratch.cairn("doctor", environment: environment)
        #expect(doctor.output.contains(lack == .brokenLibrary ? "not an ELF file" : "tesseract"), "\(doctor)")
        try await scratch.cairn("work", exits: 0)
        #expect(try scratch.answers() == 2)
    }

    @Test func `a worker that is killed during a page loses nothing, and each page is answered once`() async throws {
        try copyLetters(12)
        let job = try job()
        let scratch = scratch
        for _ in 0..<2 {
            let before = try scratch.answers()
            let running = try scratch.startCairn("run", job)
            try await running.waits(then: SIGKILL) { try scratch.answers() > before }
            #expect(await running.end().signal == SIGKILL)
        }
        try await scratch.cairn("run", job, exits: 0)
        #expect(try scratch.book.rows("SELECT done, failed, queued FROM runs") == [["12", "0", "0"]])
        #expect(try scratch.answers() == 12)
        try await scratch.cairn("doctor", exits: 0)
    }
}

import Glibc
import Platform
import TestSupport
import Testing

@Suite("Pages that are read in processes of their own", .inTurn) struct PageProcessTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes a job for the pictures below `pages`.
    private func writeJob(_ backend: String) throws -> String {
        try scratch.write(
            "job.yaml", "job: j\nimages: [{folder: pages}]\nbackend: {kind: tesseract, \(backend)}\n")
        return "job.yaml"
    }

    /// So many copies of a page with text, each another picture by a mark in it.
    private func copyLetters(_ count: Int) throws {
        let letter = try Files.read(packageRoot.appending("Jobs/pages/letter.png"))
        for number in 0..<count {
            try scratch.write("pages/\(number).png", Fixtures.marked(letter, Array("\(number)".utf8)))
        }
    }

    /// A page on which the search for lines takes half a minute.
    private func drawDots() async throws {
        try Files.makeFolder(scratch.file("pages"))
        try await scratch.run(
            Place.python.description, packageRoot.appending("Scripts/draw_pages.py").description, "dots",
            scratch.file("pages/dots.png").description)
    }

    @Test(arguments: [1, 3])
    func `a page without an end fails alone when its time is over, and the others are answered`(psm: Int) async throws {
        try copyLetters(4)
        try await drawDots()
        let began = monotonicMilliseconds()
        try await scratch.cairn("run", try writeJob("psm: \(psm), timeout: 5s"), exits: 1)
        #expect(monotonicMilliseconds() - began < 40_000)
        #expect(
            try scratch.book.rows("SELECT path, stage, kind, code, message FROM failures") == [
                [
                    "pages/dots.png", "annotate", "model", "TIMEOUT",
                    "the page was not read within 5 s; raise backend.timeout, or make the picture smaller",
                ]
            ])
        #expect(try scratch.answers() == 4)
        #expect(try scratch.book.number("SELECT count(*) FROM texts WHERE level = 'word'") == 4 * 33)
    }

    @Test func `the time of a command ends it beside a page without an end`() async throws {
        try await drawDots()
        let began = monotonicMilliseconds()
        // Long enough that a busy machine claims the page before the command's time is over.
        let ending = try await scratch.cairn("run", try writeJob("psm: 3, timeout: 9s"), "--for", "8s")
        #expect(ending.status == 1 && monotonicMilliseconds() - began < 25_000, "\(ending)")
        #expect(try scratch.book.column("SELECT code FROM failures") == ["TIMEOUT"])
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `a worker that ends within a page leaves no process, and the page is read again`(signal: Int32) async throws {
        try await drawDots()
        let data = try languages()
        let job = try writeJob("psm: 3, timeout: 1h")
        let running = try scratch.startCairn("run", job, environment: ["TESSDATA_PREFIX": data])
        try await running.waits { [self] in
            (try? scratch.book.number("SELECT running FROM runs")) == 1 && !readers(of: data).isEmpty
        }
        running.send(signal)
        if signal == SIGTERM {
            // Two signals that come at once may count as one.
            try await running.waits { try Files.text(running.errorLog).contains("Ctrl-C again stops now") }
            running.send(signal)
        }
        _ = await running.end()
        // The end of a process comes a moment after that of the one that started it.
        let end = monotonicMilliseconds() + 20_000
        while !readers(of: data).isEmpty, monotonicMilliseconds() < end { pauseThread(milliseconds: 10) }
        #expect(readers(of: data).isEmpty)
        try await scratch.cairn("run", try writeJob("psm: 3, timeout: 1s"), exits: 1)
        #expect(try scratch.book.column("SELECT code FROM failures") == ["TIMEOUT"])
    }

    /// A file of a language that is damaged where libtesseract crashes or hangs, when it loads it.
    enum Damage: CaseIterable {
        case segmentationFault, abort, endless

        /// Where four bytes are set to 255.
        var offset: Int { [.segmentationFault: 401_846, .abort: 4_112_051, .endless: 225][self] ?? 0 }
        /// What a message says of it: one of these.
        var reasons: [String] {
            switch self {
            case .segmentationFault: ["its trial run crashed (SIGSEGV): the file is damaged"]
            case .abort: ["its trial run crashed (SIGABRT"]
            // Loading takes seconds and gigabytes, and then aborts: a limit may end it first.
            case .endless:
                [
                    "its trial run took more than 3 s, and was stopped",
                    "its trial run took more than 4096 MiB of memory",
                    "its trial run crashed (SIGABRT",
                ]
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func `a damaged file of a language stops the run with its name, and loses no image`(damage: Damage) async throws {
        try copyLetters(2)
        let data = try languages { name, bytes in
            guard name == "eng" else { return }
            for place in 0..<4 { bytes[damage.offset + place] = 255 }
        }
        let environment = ["TESSDATA_PREFIX": data, "CAIRN_TRIAL_SECONDS": "3"]
        let job = try writeJob("languages: [deu, eng], psm: 6")
        try await scratch.cairn("submit", job, exits: 0, environment: environment)
        for command in [["check", "--here", job], ["run", job], ["nightly", job], ["work"]] {
            let ending = try await scratch.start([Place.cairn.description] + command, environment: environment).end()
            #expect(ending.status == 4, "\(ending)")
            // The report of a night breaks its lines.
            let told = (ending.error + ending.output).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(
                damage.reasons.contains { told.contains("\(data)/eng.traineddata cannot be used: \($0)") }, "\(ending)")
            #expect(told.contains("tesseract-ocr-eng again"), "\(ending)")
        }
        #expect(try scratch.book.rows("SELECT queued, failed FROM runs") == [["2", "0"]])
        #expect(try scratch.book.number("SELECT count(*) FROM attempts") == 0)
        try await scratch.cairn("run", job, exits: 0)
        #expect(try scratch.answers() == 2)
    }

    @Test func `files that have passed are not tried again, and a changed one is`() async throws {
        try copyLetters(1)
        let job = try writeJob("languages: [eng], psm: 6")
        let environment = ["TESSDATA_PREFIX": try languages()]
        try await scratch.cairn("check", "--here", job, exits: 0, environment: environment)
        let trials = scratch.file(".cache/cairn/trials")
        let kept = Files.names(in: trials)
        #expect(kept.count == 1)
        try await scratch.cairn("run", job, exits: 0, environment: environment)
        #expect(Files.names(in: trials) == kept)
        _ = try languages { name, bytes in if name == "eng" { bytes += [0] } }
        try await scratch.cairn("check", "--here", job, exits: 0, environment: environment)
        #expect(Files.names(in: trials).count == 2)
    }

    /// The processes that read pages with the languages of a folder.
    private func readers(of data: String) -> [String] {
        Files.names(in: FilePath("/proc")).filter { name in
            guard Int(name) != nil, let file = Descriptor.reading(FilePath("/proc/\(name)/cmdline")) else {
                return false
            }
            defer { file.close() }
            let words = String(decoding: (try? file.read()) ?? [], as: UTF8.self)
            return words.contains("--page-reader") && words.contains(data)
        }
    }

    /// A folder with copies of some languages.
    private func languages(_ change: (String, inout [UInt8]) -> Void = { _, _ in }) throws -> String {
        for name in ["eng", "deu", "osd"] {
            var bytes = try Files.read(FilePath("/usr/share/tesseract-ocr/5/tessdata/\(name).traineddata"))
            change(name, &bytes)
            try scratch.write("data/\(name).traineddata", bytes)
        }
        return scratch.file("data").description
    }
}

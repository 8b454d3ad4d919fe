import Glibc
import Platform
import TestSupport
import Testing

@Suite("A report", .inTurn) struct ReportTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func runDemo() async throws {
        for name in Files.names(in: Place.demo.appending("pictures")) {
            try scratch.write("pictures/\(name)", try Files.read(Place.demo.appending("pictures/\(name)")))
        }
        try scratch.write("scenes.tflite", try Files.read(Place.demo.appending("scenes.tflite")))
        try scratch.write(
            "demo.yaml",
            "job: demo\nimages: [{folder: pictures}]\nbackend: {kind: tflite, model: scenes.tflite, threshold: 0.3}\n")
        try await scratch.cairn("run", "demo.yaml", exits: 0)
    }

    private func page(_ folder: String = "report") throws -> String {
        try Files.text(scratch.file("\(folder)/index.html"))
    }

    /// The name of the index that a page loads.
    private func index(_ job: String = "demo", in folder: String = "report") throws -> String {
        let match = try #require(try page(folder).firstMatch(of: try Regex("data/\(job)/index-[0-9a-f]{12}\\.js")))
        return String(try page(folder)[match.range])
    }

    @Test func `opens from a disk and over HTTP, filters, and is used by keys`() async throws {
        try await runDemo()
        try await scratch.cairn("report", "demo", "--out", "report", exits: 0)
        let ending = try await scratch.run(
            packageRoot.appending(".deps/web/bin/python").description,
            packageRoot.appending("Tests/Browser/smoke.py").description, scratch.file("report").description, "demo",
            "14")
        #expect(ending.status == 0, "\(ending)")
    }

    @Test func `a second one writes nothing, and after a change only what has changed`() async throws {
        try await runDemo()
        try await scratch.cairn("report", "demo", "--out", "report", exits: 0)
        let (html, before) = (try page(), try FileStatus(of: scratch.file("report/index.html")))
        let same = try await scratch.cairn("report", "demo", "--out", "report", exits: 0)
        #expect(same.error == "report of 14 pictures: report/index.html (nothing has changed)\n")
        #expect(try FileStatus(of: scratch.file("report/index.html")) == before)

        try await scratch.cairn(
            "correct", "demo", "pictures/castle-dusk.jpg", "--labels", "fortress,-castle", exits: 0)
        let told = try await scratch.cairn("report", "demo", "--out", "report", "--json", exits: 0)
        #expect(told.output.contains(#""images":14,"without_picture":0"#), "\(told)")
        #expect(try page() != html)
        let data = try Files.text(scratch.file("report/\(try index())"))
        #expect(data.contains(#""added":[],"gone":[],"renamed":[["#), "\(data.suffix(400))")
        #expect(data.contains(#""castle","fortress"]"#), "\(data.suffix(400))")
        #expect(Files.names(in: scratch.file("report/data/demo")).count { $0.hasPrefix("index-") } == 1)
    }

    @Test func `has several jobs in one page`() async throws {
        try await runDemo()
        try scratch.write(
            "half.yaml",
            "job: half\nimages: [{folder: pictures, share: 0-50%}]\nbackend: {kind: tflite, model: scenes.tflite, threshold: 0.3}\n"
        )
        try await scratch.cairn("run", "half.yaml", exits: 0)
        try await scratch.cairn("report", "demo", "half", "--out", "report", exits: 0)
        #expect(Files.names(in: scratch.file("report/data")).sorted() == ["demo", "half"])
        #expect(try page().contains("data/half/index-"))
        let folders = Files.names(in: scratch.file("report/t"))
        #expect(folders.flatMap { Files.names(in: scratch.file("report/t/\($0)")) }.count == 14)
    }

    @Test func `is refused where something could be lost, before anything is done`() async throws {
        try await runDemo()
        try scratch.write("mine/a.txt", "mine")
        let refusals: [([String], String)] = [
            (["report", "demo"], "--out is missing"),
            (["report", "demo", "--out", "mine"], "that are not an export's"),
            (["report", "demo", "--out", "pictures/report"], "where job demo looks for pictures"),
            (["report", "demo", "--out", "demo.yaml"], "is not a folder"),
            (["report", "other", "--out", "report"], "there is no job called \"other\""),
            (["report", "demo", "--out", "report", "--images", "select 1"], "has no column image_id or path"),
            (["report", "demo", "--out", "report", "--images", "delete from job"], "is read-only"),
            (["run", "demo.yaml", "--report", "pictures/report"], "where job demo looks for pictures"),
            (["nightly", "demo.yaml", "--report", "mine"], "--report: mine"),
        ]
        for (words, reason) in refusals {
            let ending = try await scratch.start([Place.cairn.description] + words).end()
            #expect(ending.status == 2, "\(words): \(ending)")
            #expect(ending.error.contains(reason), "\(words): \(ending)")
        }
        #expect(Files.names(in: scratch.file("mine")) == ["a.txt"])
    }

    @Test func `shows the images of a query, and its folder is never a source`() async throws {
        try await runDemo()
        try await scratch.cairn(
            "report", "demo", "--out", "report", "--images",
            "select path from labels where description = 'castle'", exits: 0)
        #expect(try page().contains(">2 pictures<"))
        try scratch.write(
            "all.yaml",
            "job: all\nimages: [{folder: .}]\nbackend: {kind: tflite, model: scenes.tflite, threshold: 0.3}\n")
        let ending = try await scratch.cairn("plan", "all.yaml", exits: 0)
        #expect(ending.output.contains("14 images") || ending.error.contains("14 files"), "\(ending)")
    }

    @Test func `is written after failures, at a cap and after Ctrl-C`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        try site.scratch.write("pictures/broken.jpg", "no picture")
        try await site.cairn("run", try site.writeJob(), "--report", "one", exits: 1)
        try site.scratch.write("pictures/second.jpg", "no picture either")
        try await site.cairn(
            "nightly", try site.writeJob("night", features: ["FACE_DETECTION"]), "--report", "two", exits: 1)
        try await site.cairn(
            "run", try site.writeJob("capped", features: ["LOGO_DETECTION"], more: ["budget: {run: {units: 1}}"]),
            "--report", "three", exits: 5)
        try await site.cairn(
            "nightly", try site.writeJob("short", features: ["TEXT_DETECTION"], more: ["budget: {run: {units: 1}}"]),
            "--report", "four", exits: 5)
        for (verb, feature, folder) in [
            ("run", "LANDMARK_DETECTION", "five"), ("nightly", "OBJECT_LOCALIZATION", "six"),
        ] {
            try peer.misbehave(once(#"{"kind": "hold"}"#))
            let job = try site.writeJob("held-\(verb)", features: [feature])
            let running = try site.start(verb, job, "--report", folder)
            try await offPool { try peer.wait(held: 1) }
            running.send(SIGINT)
            try await running.waits { try Files.text(running.errorLog).contains("in flight") }
            try peer.release()
            let ending = await running.end()
            #expect(ending.status == 130, "\(ending)")
        }
        for folder in ["one", "two", "three", "four", "five", "six"] {
            let page = try Files.text(site.scratch.file("\(folder)/index.html"))
            #expect(page.contains("class=\"number failed"), "\(folder)")
        }
    }

    @Test func `that finds no room is the old page or the new one, and says so`() async throws {
        try await runDemo()
        try await scratch.cairn("report", "demo", "--out", "report", exits: 0)
        let old = try page()
        try await scratch.cairn(
            "correct", "demo", "pictures/castle-dusk.jpg", "--labels", "fortress,-castle", exits: 0)
        let library = scratch.file("fail.so").description
        try await scratch.run(
            "cc", "-shared", "-fPIC", "-O1", "-o", library, packageRoot.appending("Tests/Torture/fail.c").description,
            "-ldl")
        var refused = 0
        for number in 1...40 {
            let ending = try await scratch.cairn(
                "report", "demo", "--out", "report",
                environment: [
                    "LD_PRELOAD": library, "FAIL_CALL": "write", "FAIL_AT": "\(number)", "FAIL_ON": "1",
                    "FAIL_ERRNO": "\(ENOSPC)", "FAIL_REPORT": scratch.file("failed-\(number)").description,
                ])
            guard Files.mode(scratch.file("failed-\(number)")) != nil else { break }
            refused += 1
            if try page() == old { #expect(ending.status != 0, "\(ending)") }
            #expect(Files.mode(scratch.file("report/\(try index())")) != nil, "\(number): \(ending)")
        }
        #expect(refused > 2 && refused < 40)
        try await scratch.cairn("report", "demo", "--out", "report", exits: 0)
        #expect(try page() != old)
    }
}

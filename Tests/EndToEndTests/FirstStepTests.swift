import Platform
import TestSupport
import Testing

@Suite("The words for what a newcomer types", .inTurn) struct FirstStepTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(2, seed: 61)
    }

    @Test(arguments: ["retry", "cancel", "pause", "resume", "work --run"])
    func `a job whose images other jobs have answered has no run, and says so`(command: String) async throws {
        try await scratch.cairn("run", try scratch.writeJob("one"), exits: 0)
        try await scratch.cairn("run", try scratch.writeJob("two"), exits: 0)
        let words = "job two has no run: all 2 images are answered (by other jobs)\n"
        let status = try await scratch.cairn("status", "two", exits: 0)
        #expect(status.output == words && status.errorBytes.isEmpty, "\(status)")
        let json = try await scratch.cairn("status", "two", "--json", exits: 0)
        #expect(json.output.contains("\"runs\":[]"), "\(json)")
        let ending = try await scratch.bash("exec \"$cairn\" \(command) two")
        #expect(ending.status == 2 && ending.error == "cairn: \(words)", "\(ending)")
    }

    @Test func `a manifest in the place of a run, and a job in the place of a manifest, name the right word`()
        async throws
    {
        let job = try scratch.writeJob("town")
        try await scratch.cairn("submit", job, exits: 0)
        let status = try await scratch.cairn("retry", job, "--kind", "lost", exits: 2)
        #expect(status.error.contains("\(job) is a manifest: `cairn retry town --kind lost`\n"), "\(status)")
        let stem = String(job.dropLast(".yaml".count))
        let check = try await scratch.cairn("check", stem, "--store", "other.db", exits: 2)
        #expect(check.error == "cairn: there is no manifest \(stem); did you mean \(job)?\n", "\(check)")
        let typo = try await scratch.cairn("check", "\(stem).yml", exits: 2)
        #expect(typo.error == "cairn: there is no manifest \(stem).yml; did you mean \(job)?\n", "\(typo)")
    }

    @Test func `a job of the store is run by its name, from its file and not from what the store keeps`() async throws {
        let job = try scratch.writeJob("town")
        try await scratch.cairn("submit", job, exits: 0)
        try await scratch.cairn("cancel", "town", exits: 0)
        let text = try Files.text(scratch.file(job))
        try scratch.write(job, "# edited\n" + text)
        let run = try await scratch.cairn("run", "town", exits: 0)
        #expect(run.error.hasPrefix("town is a job of cairn.db; its manifest is town.yaml\n"), "\(run)")
        #expect(try scratch.book.column("SELECT substr(manifest, 1, 8) FROM job") == ["# edited"])
        let jobs = try await scratch.cairn("jobs", exits: 0)
        #expect(jobs.lines.last?.split(separator: " ").first == "town" && jobs.output.contains("town.yaml"), "\(jobs)")
        #expect(!jobs.output.contains("failing") && !jobs.output.contains("missing"), "\(jobs)")
        let json = try JSONText(try await scratch.cairn("jobs", "--json", exits: 0).outputBytes)[0]
        #expect(json["images"].int == 2 && json["answered"].int == 2 && json["failing"].int == 0, "\(json)")
        try scratch.write(job, text.replacing("job: town", with: "job: village"))
        let other = try await scratch.cairn("plan", "town", exits: 2)
        #expect(
            other.error.contains("is of the job village now; to do that one:\n  cairn plan town.yaml\n"), "\(other)")
        try Files.remove(scratch.file(job))
        let gone = try await scratch.cairn("run", "town", exits: 2)
        #expect(gone.error.contains("its manifest town.yaml is not there; name the file where it lies now"), "\(gone)")
    }

    @Test func `a folder and a picture in the place of a manifest name the command that writes one`() async throws {
        let folder = try await scratch.cairn("run", "pictures", exits: 2)
        #expect(folder.error.hasSuffix("this writes one:\n  cairn init pictures\n"), "\(folder)")
        let picture = try #require(Files.names(in: scratch.file("pictures")).first)
        let file = try await scratch.cairn("plan", "pictures/\(picture)", exits: 2)
        #expect(
            file.error.contains(" is a PNG picture, ") && file.error.hasSuffix("  cairn init pictures\n"), "\(file)")
    }

    @Test func `a manifest from a pipe is refused with the way to give it`() async throws {
        let job = try scratch.writeJob()
        let pipe = try await scratch.bash("exec \"$cairn\" check <(cat \(job))")
        #expect(pipe.status == 2 && pipe.error.contains("write - for standard input"), "\(pipe)")
        let input = try await scratch.bash("cat \(job) | \"$cairn\" check -")
        #expect(input.status == 0, "\(input)")
    }

    @Test(arguments: [
        ("job = old-town", "old-town"), ("job=town and 1", "town"), ("job like town", "town"),
    ])
    func `a text without quotes in a query is shown with them`(condition: String, text: String) async throws {
        try await scratch.cairn("submit", try scratch.writeJob(), exits: 0)
        let ending = try await scratch.cairn("query", "select path from labels where \(condition)", exits: 2)
        #expect(ending.error.contains("; write text in single quotes: '\(text)'\n"), "\(ending)")
    }

    @Test func `a run that was cancelled after a pause does not say that it is paused`() async throws {
        try await scratch.cairn("submit", try scratch.writeJob(), exits: 0)
        try await scratch.cairn("pause", "1", exits: 0)
        try await scratch.cairn("work", "--run", "1", exits: 5)
        let paused = try await scratch.cairn("status", "1", exits: 0)
        #expect(paused.output.contains("  stopped  ") && paused.output.contains(": paused\n"), "\(paused)")
        try await scratch.cairn("resume", "1", exits: 0)
        try await scratch.cairn("cancel", "1", exits: 0)
        let ending = try await scratch.cairn("status", "1", exits: 0)
        #expect(ending.output.hasPrefix("run 1 of ") && !ending.output.contains("paused"), "\(ending)")
    }

    @Test func `a night without its source names the source, and no query that finds nothing`() async throws {
        try scratch.write(
            "gone.yaml",
            """
            job: gone
            images: [{folder: not-there}]
            backend: {kind: tflite, model: "\(Fixtures.models.appending("int8-metadata.tflite"))"}

            """)
        let ending = try await scratch.cairn("nightly", "gone.yaml", exits: 1)
        #expect(ending.output.hasPrefix("cairn nightly gone: 1 source not readable "), "\(ending)")
        #expect(!ending.output.contains("cairn query"), "\(ending)")
    }

    @Test(arguments: [60, 80])
    func `nothing is cut on a narrow terminal`(columns: Int) async throws {
        let job = try scratch.writeJob()
        for command in ["doctor", "plan \(job)"] {
            let ending = try await scratch.start(
                ["script", "-qec", "stty cols \(columns); $cairn \(command)", "/dev/null"],
                environment: ["cairn": Place.cairn.description, "SHELL": "/bin/sh", "TERM": "xterm"]
            ).end()
            let text = ending.output.replacing("\u{1B}[K", with: "").replacing("\u{1B}[J", with: "")
            #expect(!text.contains("…"), "\(text)")
            let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "")
            for line in lines.split(separator: "\n") {
                // A word that is longer than the terminal stays whole.
                #expect(line.count <= columns || !line.drop { $0 == " " }.contains(" "), "\(line)")
            }
        }
    }
}

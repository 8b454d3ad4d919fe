import Platform
import TestSupport
import Testing

@Suite("The front door", .inTurn) struct FrontDoorTests {
    let scratch: Scratch
    let job: String

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(2, seed: 3)
        job = try scratch.writeJob()
    }

    @Test func `options stand before the command, too`() async throws {
        try await scratch.cairn("--store", "a b.db", "submit", job, exits: 0)
        for words in [["--store=a b.db", "status"], ["--json", "--store", "a b.db", "status"]] {
            let before = try await scratch.start([Place.cairn.description] + words).end()
            #expect(before.status == 0 && before.output.contains("queued"), "\(before)")
        }
        let last = try await scratch.cairn("-q", "--store", "nowhere.db", "status", "--store", "a b.db", exits: 0)
        #expect(last.errorBytes.isEmpty, "\(last)")
        let foreign = try await scratch.cairn("--kind", "damaged", "retry", "1", exits: 2)
        #expect(foreign.error.hasPrefix("cairn: write --kind after the command\n"), "\(foreign)")
        let unknown = try await scratch.cairn("--sotre", "x", "status", exits: 2)
        #expect(unknown.error.contains("there is no option '--sotre'; did you mean --store?"), "\(unknown)")
    }

    @Test(arguments: [[], ["--json"], ["--store", "x.db"]])
    func `without a command the commands are listed`(words: [String]) async throws {
        let help = try await scratch.cairn("--help", exits: 0).output
        let ending = try await scratch.start([Place.cairn.description] + words).end()
        #expect(ending.status == 2 && ending.outputBytes.isEmpty, "\(ending)")
        #expect(ending.error == help + "\ncairn: name a command, such as `cairn status`\n", "\(ending)")
    }

    @Test(arguments: [
        (["retry", "1", "--kind", "damged"], "did you mean damaged?"),
        (["query", "SELECT 1", "--format", "CSV"], "did you mean csv?"),
        (["quota", "shwo"], "did you mean quota show?"), (["schema", "veiws"], "did you mean views?"),
        (["quota", "settle", "--feature", "label_detecton"], "did you mean LABEL_DETECTION?"),
    ])
    func `a value of a fixed set has its near spelling`(words: [String], hint: String) async throws {
        let ending = try await scratch.start([Place.cairn.description] + words).end()
        #expect(ending.status == 2 && ending.error.contains(hint), "\(ending)")
    }

    @Test(arguments: [
        ["run", "job.yaml", "--for", "0s"], ["query", "SELECT 1", "--timeout", "0ms"],
        ["run", "job.yaml", "--for", "4"], ["status", "--watch", "--interval", "0s"],
    ])
    func `no length of time is nothing`(words: [String]) async throws {
        let ending = try await scratch.start([Place.cairn.description] + words).end()
        #expect(
            ending.status == 2
                && ending.error.contains(", not a length of time above 0, such as 250ms, 30s, 5m, 12h or 90d"),
            "\(ending)")
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
    }

    @Test func `a manifest comes from standard input, and its paths start here`() async throws {
        let input = scratch.file(job)
        try await scratch.cairn("check", "-", exits: 0, input: input)
        let run = try await scratch.cairn("run", "-", exits: 0, input: input)
        #expect(run.error.contains("2 of 2 images done"), "\(run)")
        let again = try await scratch.cairn("submit", "-", exits: 0, input: input)
        #expect(again.error.contains("2 already answered"), "\(again)")
        try scratch.write("list.yaml", try Files.text(input).replacing("folder: pictures", with: "list: \"-\""))
        let both = try await scratch.cairn("run", "-", exits: 2, input: scratch.file("list.yaml"))
        #expect(both.error.contains("cannot both come from standard input"), "\(both)")
    }

    @Test(arguments: ["check", "run", "submit"])
    func `a bad manifest on standard input is told by place, and none is read twice`(command: String) async throws {
        try scratch.write("bad.yaml", "job: town\nimgaes: []\nbackend: {kind: tflite, model: m}\n")
        let bad = try await scratch.cairn(command, "-", exits: 2, input: scratch.file("bad.yaml"))
        #expect(bad.error == "standard input:2:1: imgaes: unknown key; did you mean `images`?\n", "\(bad)")
        let twice = try await scratch.cairn(command, "-", "-", exits: 2, input: scratch.file(job))
        #expect(twice.error == "cairn: - is standard input, which can be read once; give it once\n", "\(twice)")
    }

    @Test func `several jobs are done in turn, and the worst of them is the exit code`() async throws {
        try scratch.writePictures(1, in: "more", seed: 9)
        try scratch.write("more/note.png", "no picture")
        let other = try scratch.writeJob("other", images: ["folder: more"])
        let submitted = try await scratch.cairn("submit", job, other, "--json", exits: 0)
        #expect(
            submitted.output.contains("\"run_id\":1,") && submitted.output.contains("\"run_id\":2,"), "\(submitted)")
        let run = try await scratch.cairn("run", other, job, "--json", exits: 1)
        #expect(run.output.hasPrefix("[\n") && run.output.hasSuffix("]\n"), "\(run)")
        #expect(run.output.split(separator: "\"run_id\":").count == 3, "\(run)")
        #expect(run.error.contains("run 2 of other: 1 of 2 images done, 1 failed"), "\(run)")
        #expect(run.error.contains("run 1 of job: 2 of 2 images done"), "\(run)")
        let plain = try await scratch.cairn("submit", job, other, "--store", "b.db", exits: 0)
        #expect(plain.output == "1\n2\n", "\(plain)")
    }

    @Test(arguments: ["run", "submit"])
    func `a dry run shows each plan and makes nothing`(command: String) async throws {
        let other = try scratch.writeJob("other")
        let ending = try await scratch.cairn(command, job, other, "--dry-run", exits: 0)
        #expect(ending.output.contains("plan of job: ") && ending.output.contains("plan of other: "), "\(ending)")
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
    }

    @Test(arguments: ["run", "submit"])
    func `a bad manifest keeps every job from being begun, and all diagnostics are said`(command: String) async throws {
        try scratch.write("bad.yaml", "job: X\n")
        try scratch.write("worse.yaml", "job: Y\n")
        let ending = try await scratch.cairn(command, job, "bad.yaml", "worse.yaml", exits: 2)
        #expect(ending.error.contains("bad.yaml:1:") && ending.error.contains("worse.yaml:1:"), "\(ending)")
        #expect(ending.error.hasSuffix("cairn: 2 of 3 manifests cannot be used; nothing was done\n"), "\(ending)")
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
    }

    @Test func `a job that fails keeps none of the others from being done`() async throws {
        let broken = try scratch.writeJob("broken", model: scratch.file("nowhere.tflite"))
        let ending = try await scratch.cairn("run", broken, job, exits: 4)
        #expect(ending.error.contains("nowhere.tflite"), "\(ending)")
        #expect(ending.error.contains("of job: 2 of 2 images done"), "\(ending)")
    }

    @Test func `a hint carries the store that was given, the run and the job`() async throws {
        let store = "--store 'it'\\''s.db'"
        func cairn(_ words: String..., exits status: Int32) async throws -> Ending {
            let ending = try await scratch.start([Place.cairn.description] + words + ["--store", "it's.db"]).end()
            #expect(ending.status == status, "\(ending)")
            return ending
        }
        try scratch.write("pictures/note.png", "no picture")
        let run = try await cairn("run", job, exits: 1)
        let sql = "cairn query \"select path, message from failures where run_id = 1\""
        #expect(run.error.contains("\(sql) \(store)\n"), "\(run)")
        let pause = try await cairn("retry", "1", exits: 0)
        #expect(pause.error.contains("run `cairn work \(store)`"), "\(pause)")
        #expect(try await cairn("pause", "1", exits: 0).error.contains("`cairn resume 1 \(store)`"))
        #expect(try await cairn("status", "1", exits: 0).output.contains("`cairn resume 1 \(store)`"))
        #expect(try await cairn("work", exits: 5).error.contains("`cairn resume 1 \(store)`"))
        #expect(try await cairn("resume", "1", exits: 0).error.contains("`cairn work \(store)`"))
        #expect(try await cairn("status", "9", exits: 2).error.contains("`cairn status \(store)` lists them"))
        #expect(try await cairn("work", exits: 1).error.contains("\(sql) \(store)\n"))
        let again = try await cairn("submit", job, exits: 0)
        #expect(again.error.contains("\n  cairn retry job \(store)\n"), "\(again)")
        #expect(!again.error.contains("RUN"), "\(again)")
        try scratch.writePictures(1, in: "pictures/new", seed: 8)
        let plan = try await cairn("plan", job, "--out", "a plan.json", exits: 0)
        #expect(plan.output.contains("`cairn apply 'a plan.json' \(store)`"), "\(plan)")
        // The environment still names it when the hint is pasted.
        let environment = ["CAIRN_STORE": "it's.db"]
        let named = try await scratch.cairn("pause", "1", exits: 0, environment: environment)
        #expect(!named.error.contains("--store"), "\(named)")
    }

    @Test func `a hint carries the store of the manifest`() async throws {
        try scratch.write("deep/job.yaml", "store: own.db\n" + (try Files.text(scratch.file(job))))
        try scratch.writePictures(1, in: "deep/pictures", seed: 8)
        try scratch.write("deep/labels.txt", "a\nb\nc\nd\ne\n")
        try scratch.write("deep/pictures/note.png", "no picture")
        let run = try await scratch.cairn("run", "deep/job.yaml", exits: 1)
        #expect(run.error.contains("where run_id = 1\" --store \(scratch.file("deep/own.db"))\n"), "\(run)")
    }
}

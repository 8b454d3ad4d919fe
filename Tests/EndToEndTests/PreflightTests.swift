import Platform
import TestSupport
import Testing

/// What `check` and `doctor` find on this machine before any picture is asked about.
@Suite("The check before a run", .inTurn) struct PreflightTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.writePictures(1, seed: 5)
        try scratch.write("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 600))
    }

    @Test func `what this machine lacks is a warning, and with --here an error`() async throws {
        try scratch.write(
            "job.yaml",
            """
            job: j
            images: [{folder: none}, {list: none.txt}, {glob: none/*.jpg}]
            backend:
              kind: tflite
              model: deep/../none.tflite
              labels: none.txt
            """)
        try Files.makeFolder(scratch.file("deep"))
        let lines = [
            "job.yaml:2:19: \(mark)images[0].folder: there is no folder \(scratch.file("none"))",
            "job.yaml:2:33: \(mark)images[1].list: there is no file \(scratch.file("none.txt"))",
            "job.yaml:2:51: \(mark)images[2].glob: there is no folder \(scratch.file("none"))",
            "job.yaml:5:10: \(mark)backend.model: cannot open \(scratch.file("none.tflite")): "
                + "No such file or directory",
            "job.yaml:6:11: \(mark)backend.labels: cannot open \(scratch.file("none.txt")): No such file or directory",
        ]
        let check = try await scratch.cairn("check", "job.yaml", exits: 0)
        #expect(
            check.error
                == lines.map { $0.replacing(mark, with: "warning: ") + "\n" }.joined()
                + "job.yaml: job j is valid; 5 warnings\n", "\(check)")
        let here = try await scratch.cairn("check", "--here", "job.yaml", exits: 2)
        #expect(here.error == lines.map { $0.replacing(mark, with: "") + "\n" }.joined(), "\(here)")
        let quiet = try await scratch.cairn("check", "--quiet", "job.yaml", exits: 0)
        #expect(quiet.errorBytes.isEmpty, "\(quiet)")
        let json = try await scratch.cairn("check", "--json", "job.yaml", exits: 0)
        #expect(json.output.split(separator: "\"severity\":\"warning\"").count == 6, "\(json)")
    }

    @Test func `a missing library alone is exit 4 with --here, and the folder it lies in names it`() async throws {
        let job = try scratch.writeJob()
        let none = ["CAIRN_LITERT": scratch.path.description]
        let check = try await scratch.cairn("check", job, exits: 0, environment: none)
        #expect(
            check.error.contains(
                "job.yaml:5:9: warning: backend.kind: CAIRN_LITERT=\(scratch.path) is a folder without libLiteRt.so; "
                    + "name the file libLiteRt.so, or the folder it lies in"), "\(check)")
        try await scratch.cairn("check", "--here", job, exits: 4, environment: none)
        let folder = ["CAIRN_LITERT": Fixtures.library.directory.description]
        let good = try await scratch.cairn("check", "--here", job, exits: 0, environment: folder)
        #expect(good.error == "job.yaml: job job is valid\n", "\(good)")
        try await scratch.cairn("run", job, exits: 0, environment: folder)
    }

    @Test func `what is there and is another thing is an error at once`() async throws {
        try scratch.write(
            "job.yaml",
            """
            job: j
            images: [{folder: a.jpg}, {list: a.jpg}]
            backend: {kind: tflite, model: \(Fixtures.models.appending("float32.tflite")), output: {dimensions: [1, 9]}}
            """)
        let check = try await scratch.cairn("check", "job.yaml", exits: 2)
        #expect(
            check.error.contains(
                "job.yaml:2:19: images[0].folder: \(scratch.file("a.jpg")) is a file, not a folder; write `glob:`\n"),
            "\(check)")
        #expect(
            check.error.contains("images[1].list: \(scratch.file("a.jpg")) is a picture, not a list; write `glob:`\n"))
        #expect(check.error.contains("backend.output.dimensions: the manifest says [1, 9], "), "\(check)")
        #expect(check.error.contains("backend.labels: "), "\(check)")
        let submit = try await scratch.cairn("submit", "job.yaml", exits: 2)
        #expect(!submit.error.contains("is valid"))
    }

    @Test func `a list that is a picture is refused by submit and run, and queues nothing`() async throws {
        let job = try scratch.writeJob(images: ["list: a.jpg"])
        for command in ["submit", "run"] {
            let ending = try await scratch.cairn(command, job, exits: 2)
            #expect(
                ending.error.hasSuffix("images: \(scratch.file("a.jpg")) is a picture, not a list; write `glob:`\n"),
                "\(ending)")
        }
        #expect(try scratch.book.number("SELECT count(*) FROM runs") == 0)
    }

    @Test func `secrets are looked for and never shown, and answers younger than a day are warned of`() async throws {
        try scratch.write("key.txt", "s3cret-s3cret\n")
        try Files.permit(scratch.file("key.txt"), 0o644)
        try scratch.write(
            "job.yaml",
            """
            job: j
            images: [{folder: pictures}]
            backend: {kind: vision, auth: {apiKey: env:NO_SUCH_KEY}}
            features: [LABEL_DETECTION]
            refresh: {olderThan: 12h}
            """)
        let words = "job.yaml:3:40: "
        let absent = "backend.auth.apiKey: the environment variable NO_SUCH_KEY is not set\n"
        let young =
            "job.yaml:5:22: warning: refresh.olderThan: answers are asked and billed again when they are less than a "
            + "day old; write days, such as 90d\n"
        let check = try await scratch.cairn("check", "job.yaml", exits: 0)
        #expect(check.error == "\(words)warning: \(absent)\(young)job.yaml: job j is valid; 2 warnings\n", "\(check)")
        let here = try await scratch.cairn("check", "--here", "job.yaml", exits: 2)
        #expect(here.error == words + absent + young, "\(here)")
        let set = ["NO_SUCH_KEY": "s3cret-s3cret"]
        try await scratch.cairn("check", "--here", "job.yaml", exits: 0, environment: set)
        let text = try Files.text(scratch.file("job.yaml"))
        try scratch.write("job.yaml", text.replacing("env:NO_SUCH_KEY", with: "file:key.txt"))
        let open = try await scratch.cairn("check", "--here", "job.yaml", exits: 0)
        #expect(
            open.error.contains("warning: backend.auth.apiKey: file:\(scratch.file("key.txt")) can be read by others"))
        #expect(!open.error.contains("s3cret"), "\(open)")
    }

    @Test func `doctor names libraries, credentials, the disk and that there is no store yet`() async throws {
        let doctor = try await scratch.cairn("doctor", "--json", exits: 0)
        for subject in [
            "libsqlite3", "libcurl", "libjpeg-turbo", "libheif", "libtiff", "giflib", "LiteRT", "tesseract", "disk",
            "store",
        ] {
            #expect(doctor.output.contains("\"severity\":\"ok\",\"subject\":\"\(subject)\""), "\(subject): \(doctor)")
        }
        #expect(doctor.output.contains("no store yet at cairn.db; the first `cairn run JOB` makes it"), "\(doctor)")
        #expect(doctor.output.contains("\"detail\":\"libcurl/"), "\(doctor)")
        #expect(Files.mode(scratch.file("cairn.db")) == nil)
        try scratch.write(
            "job.yaml",
            "job: j\nimages: [{folder: pictures}]\nbackend: {kind: vision, auth: {apiKey: env:NO_SUCH_KEY}}\n"
                + "features: [LABEL_DETECTION]\n")
        let local = try scratch.writeJob("local")
        let absent = try await scratch.cairn("doctor", "job.yaml", local, exits: 4)
        #expect(absent.output.contains("the environment variable NO_SUCH_KEY is not set"), "\(absent)")
        #expect(absent.output.contains("needs no credentials"), "\(absent)")
        let there = try await scratch.cairn(
            "doctor", "job.yaml", exits: 0, environment: ["NO_SUCH_KEY": "s3cret-s3cret"])
        #expect(there.output.contains("env:NO_SUCH_KEY is there") && !there.output.contains("s3cret"), "\(there)")
        try await scratch.cairn("run", local, exits: 0)
        let after = try await scratch.cairn("doctor", exits: 0)
        #expect(after.output.contains("cairn.db: sound, and its sums hold"), "\(after)")
    }
}

/// Where the word for a warning stands.
private let mark = "<mark>"

import Glibc
import Platform
import TestSupport
import Testing

@Suite("A setup that cannot work", .inTurn) struct BadSetupTests {
    let workspace: Scratch

    init() throws {
        workspace = try Scratch()
        try workspace.writePictures(6, seed: 3)
    }

    @Test func `without libLiteRt the sentence says how to get it, and the queue is kept`() async throws {
        let job = try workspace.writeJob()
        let ending = try await workspace.cairn(
            "run", job, exits: 4, environment: ["CAIRN_LITERT": "/nowhere/libLiteRt.so"])
        #expect(ending.error.contains("Scripts/setup") && ending.error.contains("/nowhere/libLiteRt.so"), "\(ending)")
        #expect(ending.outputBytes.isEmpty)
        #expect(try workspace.book.number("SELECT queued FROM run") == 6)
        try await workspace.cairn("work", exits: 0)
        #expect(try workspace.answers() == 6)
    }

    @Test(arguments: ["text", "empty", "other"])
    func `a library that is none is refused by name`(kind: String) async throws {
        let library =
            switch kind {
            case "text": try workspace.write("lib.so", "this is text")
            case "empty": try workspace.write("lib.so", "")
            default: try workspace.copy(FilePath("/lib/x86_64-linux-gnu/libc.so.6"), to: "lib.so")
            }
        let job = try workspace.writeJob()
        let ending = try await workspace.cairn("run", job, exits: 4, environment: ["CAIRN_LITERT": library.description])
        #expect(ending.error.contains(library.description), "\(ending)")
        #expect(try workspace.book.number("SELECT queued FROM run") == 6)
    }

    @Test(arguments: ["missing", "folder", "empty", "cut", "text", "unresolved-operation", "two-inputs"])
    func `a model that is none is refused by name, and nothing is lost`(kind: String) async throws {
        let job = try workspace.writeJob(model: workspace.file("model.tflite"))
        let good = try Files.read(Fixtures.models.appending("float32.tflite"))
        switch kind {
        case "missing": break
        case "folder": try Files.makeFolder(workspace.file("model.tflite"))
        case "empty": try workspace.write("model.tflite", "")
        case "cut": try workspace.write("model.tflite", Array(good.prefix(good.count / 2)))
        case "text": try workspace.write("model.tflite", "no model")
        default: try workspace.copy(Fixtures.models.appending("\(kind).tflite"), to: "model.tflite")
        }
        // What two inputs are filled with is for the manifest to say.
        let ending = try await workspace.cairn("run", job, exits: kind == "two-inputs" ? 2 : 4)
        #expect(ending.error.contains("model.tflite"), "\(ending)")
        #expect(ending.error.split(separator: "\n").count <= 2, "\(ending)")
        if kind == "folder" { Files.removeTree(workspace.file("model.tflite")) }
        try workspace.write("model.tflite", good)
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.answers() == 6)
    }

    @Test(arguments: ["run", "submit", "plan", "nightly"])
    func `mistakes about a model are all told with their places, before a store is made`(command: String) async throws {
        let labels = try workspace.write("two.txt", "a\nb\n")
        try workspace.write(
            "job.yaml",
            """
            job: j
            images: [{folder: pictures}]
            backend:
              kind: tflite
              model: \(Fixtures.models.appending("float32.tflite"))
              labels: \(labels)
              output: {type: int8, dimensions: [1, 9]}
            """)
        let ending = try await workspace.cairn(command, "job.yaml", "--store", "new.db", exits: 2)
        #expect(ending.error.contains("job.yaml:6:11: backend.labels: "), "\(ending)")
        #expect(ending.error.contains("job.yaml:7:18: backend.output.type: "), "\(ending)")
        #expect(ending.error.contains("job.yaml:7:36: backend.output.dimensions: "), "\(ending)")
        #expect(!Files.names(in: workspace.path).contains("new.db"))
    }

    @Test func `a model that breaks after the submission stops the run and fails nothing`() async throws {
        let good = try Files.read(Fixtures.models.appending("float32.tflite"))
        try workspace.write("model.tflite", good)
        let job = try workspace.writeJob(model: workspace.file("model.tflite"))
        try await workspace.cairn("submit", job, exits: 0)
        try workspace.write("model.tflite", Array(good.prefix(200)))
        try await workspace.cairn("work", exits: 4)
        try Files.remove(workspace.file("model.tflite"))
        try await workspace.cairn("work", exits: 4)
        #expect(try workspace.book.rows("SELECT queued, running, failed FROM run") == [["6", "0", "0"]])
        try workspace.write("model.tflite", good)
        try await workspace.cairn("work", exits: 0)
        #expect(try workspace.answers() == 6)
    }

    @Test(
        arguments: ["text", "other database", "newer"],
        [
            "run job.yaml", "submit job.yaml", "work", "status", "query SELECT(1)", "retry 1", "cancel 1", "doctor",
        ])
    func `a store that is none, or too new, is refused and left as it is`(kind: String, command: String) async throws {
        let job = try workspace.writeJob()
        switch kind {
        case "text": try workspace.write("cairn.db", "dear diary, this is no database at all\n")
        case "newer":
            try await workspace.cairn("run", job, exits: 0)
            try await workspace.run("sqlite3", "cairn.db", "PRAGMA user_version = 999")
        default: try await workspace.run("sqlite3", "cairn.db", "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
        }
        let before = try Files.read(workspace.file("cairn.db"))
        let words = command.split(separator: " ").map(String.init)
        let ending = try await workspace.start([Place.cairn.description] + words).end()
        #expect(ending.status == 3, "\(ending)")
        #expect((ending.error + ending.output).contains("cairn.db"), "\(ending)")
        #expect(
            (ending.error + ending.output).contains(kind == "newer" ? "update Cairn" : "not a Cairn store"),
            "\(ending)")
        #expect(try Files.read(workspace.file("cairn.db")) == before)
    }

    @Test(arguments: UInt64(0)..<12)
    func `a damaged store is an error and no crash`(seed: UInt64) async throws {
        let job = try workspace.writeJob()
        try await workspace.cairn("run", job, exits: 0)
        var random = Seeded(seed)
        var bytes = try Files.read(workspace.file("cairn.db"))
        if seed == 0 { bytes = Array(bytes.prefix(bytes.count / 2)) }
        for _ in 0..<200 {
            bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        for name in ["cairn.db-wal", "cairn.db-shm"] { try? Files.remove(workspace.file(name)) }
        try workspace.write("cairn.db", bytes)
        let doctor = try await workspace.cairn("doctor", exits: 3)
        #expect(doctor.signal == nil)
        for words in [["status"], ["run", job], ["query", "SELECT * FROM labels"]] {
            let ending = try await workspace.start([Place.cairn.description] + words).end()
            #expect(ending.status.map { [0, 1, 2, 3].contains($0) } == true, "\(ending)")
        }
    }

    @Test(arguments: ["/nowhere/at/all.db", "/proc/cairn.db", ".", "pictures", "/dev/null"])
    func `a place where no store can be is said to be none`(place: String) async throws {
        let ending = try await workspace.cairn("run", try workspace.writeJob(), "--store", place, exits: 3)
        #expect(ending.error.contains(place) && ending.error.contains("--store"), "\(ending)")
    }

    @Test(.enabled(if: mayMount, "nobody may mount a disk here; the tests with ulimit stop SQLite at the same call"))
    func `a full disk is said, keeps what was done, and with room again the rest is done`() async throws {
        // Room for the store's tables and not for its answers.
        let job = try workspace.writeJob()
        let ending = try await workspace.bash(
            """
            mkdir disk
            \(inNamespace) '
                set -e
                mount -t tmpfs -o size=260k none disk
                set +e
                "$cairn" run --store disk/c.db \(job); echo "full $?"
                mount -t tmpfs -o remount,size=4m none disk
                "$cairn" run --store disk/c.db \(job); echo "room $?"
                sqlite3 disk/c.db "SELECT count(*) FROM answer"
                "$cairn" doctor --store disk/c.db > doctor.txt; echo "doctor $?"
            ' || exit 99
            """)
        try #require(ending.status == 0, "this machine lets nobody mount a small disk: \(ending)")
        #expect(ending.lines == ["full 3", "room 0", "6", "doctor 0"], "\(ending)")
        #expect(ending.error.contains("the disk of the store disk/c.db is full; free some space"), "\(ending)")
    }

    @Test(arguments: [120, 200, 260, 300, 400])
    func `whenever files may grow no further, the program says so and goes on later`(blocks: Int) async throws {
        let job = try workspace.writeJob()
        let ending = try await workspace.bash("ulimit -f \(blocks); exec \"$cairn\" run \(job)")
        #expect(ending.status == 3 || ending.status == 0, "\(ending)")
        if ending.status == 3 { #expect(ending.error.contains("cairn.db"), "\(ending)") }
        try await workspace.cairn("run", job, exits: 0)
        #expect(try workspace.answers() == 6)
        #expect(try workspace.breaches() == [])
        try await workspace.cairn("doctor", exits: 0)
    }

    @Test(.enabled(if: mayMount, "nobody may mount a disk here; the tests of permissions refuse the same writes"))
    func `in a folder that may not be written a store is read and not changed`() async throws {
        let job = try workspace.writeJob()
        let ending = try await workspace.bash(
            """
            mkdir disk
            \(inNamespace) '
                set -e
                mount -t tmpfs -o size=4m none disk
                "$cairn" run --quiet --store disk/c.db \(job)
                mount -t tmpfs -o remount,ro none disk
                set +e
                "$cairn" status --quiet --store disk/c.db > status.txt; echo "status $?"
                "$cairn" query --store disk/c.db --format csv "SELECT count(*) FROM images" | tr -d "\r"
                "$cairn" run --store disk/c.db \(job); echo "run $?"
                "$cairn" run --store disk/new.db \(job); echo "new $?"
                "$cairn" work --store disk/c.db; echo "work $?"
                "$cairn" retry 1 --store disk/c.db; echo "retry $?"
            ' || exit 99
            """)
        try #require(ending.status == 0, "this machine lets nobody mount a small disk: \(ending)")
        let expected = ["status 0", "count(*)", "6", "run 3", "new 3", "work 3", "retry 3"]
        #expect(
            ending.lines == expected, "\(ending)")
        #expect(ending.error.contains("disk/c.db may not be written"), "\(ending)")
        #expect(ending.error.contains("disk/new.db may not be written"), "\(ending)")
    }

    @Test func `without permission to write, a store is read and not changed`() async throws {
        let job = try workspace.writeJob()
        try await workspace.cairn("run", job, "--store", "shut/c.db", exits: 3)
        try Files.makeFolder(workspace.file("shut"))
        try await workspace.cairn("run", job, "--store", "shut/c.db", exits: 0)
        try Files.permit(workspace.file("shut/c.db"), 0o444)
        try Files.permit(workspace.file("shut"), 0o555)
        let ending = try await workspace.bash(
            """
            try() { \(withoutPrivilege)"$cairn" "$@" --quiet; echo "$1 $?"; }
            try status --store shut/c.db > status.txt; tail -1 status.txt
            try run \(job) --store shut/c.db
            try run \(job) --store shut/new.db
            try retry 1 --store shut/c.db
            """)
        try Files.permit(workspace.file("shut"), 0o755)
        #expect(ending.lines == ["status 0", "run 3", "run 3", "retry 3"], "\(ending)")
        for store in ["shut/c.db", "shut/new.db"] {
            #expect(ending.error.contains("\(store) may not be written"), "\(ending)")
        }
        #expect(Files.names(in: workspace.file("shut")) == ["c.db"])
    }

    @Test func `an answer that cannot be written is an error`() async throws {
        try await workspace.cairn("run", try workspace.writeJob(), exits: 0)
        let ending = try await workspace.bash("exec \"$cairn\" query 'SELECT * FROM labels' > /dev/full")
        #expect(ending.status == 7 && ending.error.contains("cannot write the answer"), "\(ending)")
    }
}

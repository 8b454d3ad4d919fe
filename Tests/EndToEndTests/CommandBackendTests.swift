import Glibc
import Platform
import TestSupport
import Testing

/// A program of the user's own answers, and what it does wrong costs one picture.
@Suite("A program as a backend", .inTurn) struct CommandBackendTests {
    private let site: ProgramSite
    private var scratch: Scratch { site.scratch }

    init() throws {
        site = try ProgramSite()
        try Files.makeFolder(site.scratch.file("tmp"))
    }

    private func run(
        _ job: String, exits status: Int32, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        let ending = try await scratch.cairn(
            "run", job, exits: status, environment: ["TMPDIR": scratch.file("tmp").description],
            sourceLocation: sourceLocation)
        #expect(site.living == [] && site.folders == [], sourceLocation: sourceLocation)
        return ending
    }

    private func failure() throws -> [[String]] {
        try scratch.book.rows("SELECT path, kind, ifnull(code, ''), message FROM failures")
    }

    private var answered: Int { get throws { try scratch.book.number("SELECT count(DISTINCT image_id) FROM labels") } }

    @Test func `its answers are in the views, and no picture is asked twice`() async throws {
        try site.writeProgram(
            bad: """
                answer(task, objects=[{"description": "door", "box": [1, 2, 3.5, 9999], "score": 0.5}],
                        captions=[{"text": "a door", "locale": "en"}], embeddings=[{"vector": [3, 4]}]); continue
                """)
        let job = try site.writeJob(
            "batch: 4, parameters: {size: 640}",
            features: "LABEL_DETECTION, OBJECT_LOCALIZATION, CAPTION, IMAGE_EMBEDDING")
        try scratch.write(
            "tagger.py",
            try Files.text(scratch.file("tagger.py")).replacing(
                "    answer(task)\n", with: "    answer(task, objects=[], captions=[], embeddings=[])\n"))
        _ = try await run(job, exits: 0)
        #expect(try answered == 6)
        let book = scratch.book
        let height = try book.column("SELECT height * 1.0 FROM images WHERE path = 'pictures/3.png'")
        #expect(
            try book.rows("SELECT path, description, x_min, y_min, x_max, y_max, score, backend FROM objects")
                == [["pictures/3.png", "door", "1.0", "2.0", "3.5", height[0], "0.5", "command"]])
        #expect(try book.rows("SELECT text, locale FROM captions") == [["a door", "en"]])
        #expect(try book.rows("SELECT norm, dimension FROM embeddings") == [["5.0", "2"]])
        #expect(try book.column("SELECT DISTINCT substr(model, 1, 10) FROM labels") == ["tagger.py@"])
        #expect(try Files.text(scratch.file("asked")).split(separator: "\n").count == 6)
        _ = try await run(job, exits: 0)
        #expect(try Files.text(scratch.file("asked")).split(separator: "\n").count == 6)
    }

    @Test(arguments: [
        ("say({'id': task['id'], 'error': 'not a passport'}); continue", "refused", "", "not a passport"),
        (
            "say({'id': task['id'], 'labels': [{'score': 'x'}]}); continue", "service", "MALFORMED_ANSWER",
            "tagger.py: labels[0].description: missing; labels[0].score: a number expected, text found"
        ),
        (
            "say('{\"id\": %d, \"labels\": [{\"description\": \"a\", \"score\": NaN}]}' % task['id']); continue",
            "service", "MALFORMED_ANSWER", "tagger.py: labels[0].score: NaN is not JSON"
        ),
        (
            "say({'id': task['id']}); continue", "service", "MALFORMED_ANSWER",
            "tagger.py: labels: missing; [] says that there is none"
        ),
        (
            "say({'id': task['id'], 'retry': 'the GPU is busy', 'after': 0.01}); continue", "service", "RETRY",
            "the GPU is busy"
        ),
        (
            "say('hm'); continue", "model", "PROTOCOL",
            "tagger.py: no JSON: a value was expected at byte 0, in the line \"hm\""
        ),
        (
            "answer(dict(task, id=task['id'] + 7)); continue", "model", "PROTOCOL",
            "tagger.py: a result of picture"
        ),
        ("sys.exit('no memory left')", "quarantined", "", "tagger.py ended with status 1: no memory left"),
        ("os._exit(0)", "quarantined", "", "tagger.py ended with status 0"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "quarantined", "", "tagger.py was ended by SIGSEGV"),
        ("sys.stdout.write('x' * (17 << 20)); sys.stdout.flush()", "model", "PROTOCOL", "longer than 16 MiB"),
        ("signal.pause()", "model", "TIMEOUT", "tagger.py gave no result within 1 s (retry.timeout)"),
        ("block = bytearray(os.urandom(1 << 20)) * 200; signal.pause()", "model", "MEMORY", "(backend.memory)"),
    ])
    func `what it does with one picture fails that picture alone`(
        bad: String, kind: String, code: String, message: String
    ) async throws {
        try site.writeProgram(bad: bad)
        let isMemory = code == "MEMORY"
        let job = try site.writeJob(
            "batch: 4\(isMemory ? ", memory: 100MB" : "")",
            retry: "attempts: 1, crashes: 1, timeout: \(code == "TIMEOUT" ? "1s" : "60s")")
        _ = try await run(job, exits: 1)
        let failed = try failure()
        #expect(failed.count == 1 && failed[0][0] == "pictures/3.png", "\(failed)")
        #expect(failed.first.map { Array($0[1...2]) } == [kind, code], "\(failed)")
        #expect(failed.first?[3].contains(message) == true, "\(failed)")
        #expect(try answered == 5)
    }

    @Test(arguments: [
        ("print('loading')", "say({'cairn': 1})", "the first line is not {\"cairn\": 1}: \"loading\""),
        ("pass", "say({'cairn': 2})", "it speaks version 2 of the protocol, and this version of Cairn speaks 1"),
        ("sys.stderr.write('no key\\n'); sys.exit(78)", "pass", "ended with status 78, it is not set up: no key"),
        ("pass", "say({'cairn': 1}); say({'stop': 'the licence has expired'})", "says: the licence has expired"),
    ])
    func `a program that can answer nothing stops the run, and no picture fails`(
        before: String, hello: String, words: String
    ) async throws {
        try site.writeProgram(before: before, hello: hello)
        let ending = try await run(try site.writeJob(), exits: 4)
        #expect(ending.error.contains(words), "\(ending)")
        #expect(try failure() == [])
        try site.writeProgram()
        try scratch.write("job.yaml", try Files.text(scratch.file("job.yaml")))
        _ = try await run("job.yaml", exits: 0)
        #expect(try answered == 6)
    }

    @Test func `a program that is changed is asked again, unless its version says that it is the same`() async throws {
        try site.writeProgram()
        _ = try await run(try site.writeJob(), exits: 0)
        try site.writeProgram(bad: "answer(dict(task, width=1, height=1)); continue")
        let plan = try await scratch.cairn("plan", "job.yaml", exits: 0)
        #expect(plan.output.contains("6 of another model"), "\(plan)")
        _ = try await run("job.yaml", exits: 0)
        #expect(try scratch.book.number("SELECT count(*) FROM labels WHERE description = '1x1'") == 1)
        _ = try await run(try site.writeJob("version: '7'"), exits: 0)
        try site.writeProgram()
        let same = try await scratch.cairn("plan", "job.yaml", exits: 0)
        #expect(same.output.contains("nothing"), "\(same)")
        try site.writeProgram(bad: "answer(dict(task, width=2, height=2)); continue")
        try await scratch.cairn("submit", try site.writeJob(), exits: 0)
        try site.writeProgram(bad: "answer(dict(task, width=3, height=3)); continue")
        let work = try await scratch.cairn("work", exits: 4)
        #expect(work.error.contains("submit"), "\(work)")
    }

    @Test func `a shell's program gets pictures as base64, and needs nothing of Cairn's environment`() async throws {
        try scratch.write(
            "size.sh",
            """
            echo '{"cairn": 1, "name": "size", "version": "1", "batch": 2}'
            while read -r line; do
                id=$(expr "$line" : '{"id":\\([0-9]*\\)')
                bytes=$(printf %s "$line" | sed 's/.*"base64":"\\([^"]*\\)".*/\\1/' | base64 -d | wc -c)
                echo "{\\"id\\": $id, \\"labels\\": [\\"$bytes bytes\\"]}"
            done

            """)
        try scratch.write(
            "job.yaml",
            """
            job: job
            images: [{folder: pictures}]
            backend:
              kind: command
              run: [env, -i, PATH=/usr/bin:/bin, sh, size.sh]
              images: base64
              batch: 8
              processes: 2
            features: [LABEL_DETECTION]
            prepare: {fit: original, metadata: keep}

            """)
        _ = try await run("job.yaml", exits: 0)
        let bytes = try (0..<6).map { "\(try Files.read(scratch.file("pictures/\($0).png")).count) bytes" }
        #expect(try scratch.book.column("SELECT description FROM labels ORDER BY path") == bytes)
    }

    @Test func `full pipes hold nothing, and a program that is slow says that it lives`() async throws {
        try site.writeProgram(
            bad: """
                for _ in range(6): signal.sigtimedwait([], 0.3); say({"alive": True})
                """,
            before: """
                import threading; threading.Thread(
                    target=lambda: [sys.stderr.write("x" * 65536) for _ in range(2000)], daemon=True).start()
                """)
        _ = try await run(try site.writeJob("batch: 6", retry: "attempts: 1, timeout: 1s"), exits: 0)
        #expect(try answered == 6)
    }

    @Test func `what it started ends with it, and with a cairn that is killed`() async throws {
        try site.writeProgram(
            bad: "signal.pause()",
            before: """
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                subprocess.Popen(["sh", "-c", "trap '' TERM; echo $$ >> pid; tail -f /dev/null & wait"], start_new_session=True)
                """)
        let job = try site.writeJob()
        let running = try scratch.startCairn(
            "run", job, environment: ["TMPDIR": scratch.file("tmp").description])
        try await running.waits { [site] in site.living.count == 2 && site.folders.count == 1 }
        running.send(SIGKILL)
        _ = await running.end()
        let end = monotonicMilliseconds() + 20_000
        while monotonicMilliseconds() < end, site.living != [] || site.folders != [] { await pause(milliseconds: 20) }
        #expect(site.living == [] && site.folders == [])
        try site.writeProgram()
        _ = try await run(try site.writeJob(), exits: 0)
        #expect(try answered == 6)
    }
}

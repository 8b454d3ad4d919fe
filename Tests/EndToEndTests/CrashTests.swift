import Glibc
import Platform
import TestSupport
import Testing

/// A process that a signal ends inside a library, at one picture of many.
@Suite("A crash in a library", .inTurn) struct CrashTests {
    let scratch: Scratch
    private var file: FilePath { scratch.file("cairn.db-crashes") }
    private var hasFile: Bool { (try? FileStatus(of: file)) != nil }

    init() throws { scratch = try Scratch() }

    /// A job of 20 pictures and one that crashes libpng where `crash.so` is loaded.
    private func writeJob(_ more: String...) throws -> String {
        try scratch.writePictures(20, seed: 5)
        let picture = Picture(width: 30, height: 20, color: [0, 255, 0])
        try scratch.write("pictures/bad.png", picture.png + Array("crash here".utf8))
        return try scratch.writeJob(more: more)
    }

    /// The environment in which libpng crashes.
    private func crashing(_ more: [String: String] = [:]) async throws -> [String: String] {
        let library = try await scratch.preload("crash")
        // A backtrace of Swift's takes seconds, and ends the process by another signal.
        return ["LD_PRELOAD": library.description, "SWIFT_BACKTRACE": "enable=no"].merging(more) { $1 }
    }

    private func crashes() throws -> [[String]] {
        try scratch.book.rows(
            "SELECT p.path, crash_count FROM task AS t JOIN path AS p USING (path_id) WHERE crash_count > 0")
    }

    @Test(
        arguments: [
            (signal: SIGSEGV, environment: [:], library: "libpng16.so.16"),
            (
                signal: SIGABRT, environment: ["CRASH_ABORT": "1"],
                library: "a picture library (libjpeg-turbo, libpng, libwebp, libheif, libtiff or giflib)"
            ), (signal: SIGSEGV, environment: ["CRASH_STACK": "1"], library: "crash.so"),
        ] as [(signal: Int32, environment: [String: String], library: String)])
    func `names its picture and the library, and the next command counts it on that picture alone`(
        signal: Int32, environment: [String: String], library: String
    ) async throws {
        let job = try writeJob()
        let name = signal == SIGABRT ? "SIGABRT" : "SIGSEGV"
        let crash = try await scratch.start(
            [Place.cairn.description, "run", job], environment: crashing(environment)
        ).end()
        #expect(crash.signal == signal, "\(crash)")
        let next = try await scratch.cairn("run", job, "--log", "log", exits: 0)
        #expect(
            next.error.contains(
                "the last worker crashed (\(name) in \(library)) while it processed pictures/bad.png; it is tried "
                    + "again alone, behind the others\n"), "\(next)")
        #expect(try crashes() == [["pictures/bad.png", "1"]])
        #expect(try scratch.book.number("SELECT done FROM runs") == 21)
        #expect(
            try scratch.book.column("SELECT message FROM attempts WHERE outcome = 'died'")
                == ["\(name) in \(library) while this image was read"])
        #expect(
            try Files.text(scratch.file("log")).split(separator: "\n").contains {
                $0.contains(#""event":"crashed""#) && $0.contains(#""path":"pictures/bad.png","code":"\#(name)""#)
                    && $0.contains(#""outcome":"queued""#)
            })
        #expect(!hasFile)
        #expect(try scratch.breaches() == [])
    }

    @Test func `quarantines its picture at the third time, and a night tells of that alone`() async throws {
        let job = try writeJob()
        let environment = try await crashing()
        for count in 1...3 {
            let crash = try await scratch.start(
                [Place.cairn.description, "nightly", job, "--new-store"], environment: environment
            ).end()
            #expect(crash.signal == SIGSEGV && crash.outputBytes.isEmpty && crash.errorBytes.isEmpty, "\(crash)")
            #expect(try crashes() == (count == 1 ? [] : [["pictures/bad.png", "\(count - 1)"]]))
        }
        let night = try await scratch.cairn("nightly", job, environment: environment)
        #expect(night.status == 1 && night.output.contains("(the last time: SIGSEGV in"), "\(night)")
        #expect(
            try scratch.book.rows(
                "SELECT path, kind, message LIKE '%(the last time: SIGSEGV in libpng16.so.16 while this image was "
                    + "read)%' FROM failures") == [["pictures/bad.png", "quarantined", "1"]])
        #expect(try scratch.book.number("SELECT done FROM runs") == 20)
        let silent = try await scratch.cairn("nightly", job, exits: 0, environment: environment)
        #expect(silent.outputBytes.isEmpty && silent.errorBytes.isEmpty, "\(silent)")
    }

    #if arch(x86_64)
        @Test func `of the model names the library of the model`() async throws {
            try scratch.writePictures(40, seed: 7)
            try scratch.write("pictures/red.png", Picture(width: 30, height: 20, color: [255, 0, 0]).png)
            let job = try scratch.writeJob(
                model: Fixtures.models.appending("Hostile/crash-red.tflite"), labels: ["a", "b", "c"],
                more: ["retry: {crashes: 2}"])
            for count in 1...2 {
                let ending = try await scratch.start(
                    [Place.cairn.description, "run", job], environment: ["SWIFT_BACKTRACE": "enable=no"]
                ).end()
                #expect(ending.signal == SIGFPE, "\(ending)")
                #expect(
                    (count == 2)
                        == ending.error.contains(
                            "crashed (SIGFPE in libLiteRt.so) while it processed pictures/red.png; it is tried again"),
                    "\(ending)")
            }
            let last = try await scratch.cairn("run", job, exits: 1)
            #expect(last.error.contains("it is quarantined; look at it, then run `cairn retry 1`"), "\(last)")
            #expect(try crashes() == [["pictures/red.png", "2"]])
            #expect(try scratch.book.number("SELECT done FROM runs") == 40)
        }
    #endif

    @Test func `that another process caused, or that leaves no line, is told as before`() async throws {
        let job = try writeJob()
        // A FIFO in the place of the file: the crash neither waits for a reader nor writes there.
        #expect(mkfifo(file.description, 0o600) == 0)
        let crash = try await scratch.start(
            [Place.cairn.description, "run", job], environment: crashing()
        ).end()
        #expect(crash.signal == SIGSEGV, "\(crash)")
        let next = try await scratch.cairn("run", job, exits: 0)
        #expect(!next.error.contains("crashed"), "\(next)")
        #expect(
            try scratch.book.number(
                "SELECT count(*) FROM attempts WHERE outcome = 'died' AND message LIKE 'the worker died while this%'"
            ) >= 1)
        #expect(hasFile)
    }

    @Test func `leaves no file where there was none`() async throws {
        let job = try writeJob()
        try await scratch.cairn("submit", job, exits: 0)
        try await scratch.cairn("status", exits: 0)
        try await scratch.cairn("run", job, exits: 0)
        #expect(!hasFile)
    }
}

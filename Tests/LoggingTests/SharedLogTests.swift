import Glibc
import Logging
import Platform
import TestSupport
import Testing
import Domain

@Suite struct SharedLogTests {
    private let scratch: Scratch
    private let path: FilePath

    init() throws {
        scratch = try Scratch()
        path = scratch.file("events.ndjson")
    }

    /// Expects whole lines, so many of them; answers the last numbers in them.
    private func expectWhole(_ count: Int, _ location: SourceLocation = #_sourceLocation) throws {
        let lines = try lines(path)
        #expect(lines.count == count, sourceLocation: location)
        for line in lines {
            let isWhole = (try? JSONText(Array(line.utf8))) != nil
            #expect(isWhole, "\(line)", sourceLocation: location)
        }
    }

    @Test func `when processes write into one file`() async throws {
        let name = path.description
        async let first: ExitTest.Result? = #expect(processExitsWith: .success) { [name = name as String] in
            try append(10_000, to: name)
        }
        async let second: ExitTest.Result? = #expect(processExitsWith: .success) { [name = name as String] in
            try append(10_000, to: name)
        }
        _ = await (first, second)
        try expectWhole(20_000)
    }

    @Test func `when the disk is full within a line, and has room again`() async throws {
        let name = path.description
        await #expect(processExitsWith: .success) { [name = name as String] in
            ignoreBrokenPipes()
            var limit = rlimit(rlim_cur: 1000, rlim_max: .max)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let log = log(FilePath(name))
            for number in 0..<100 { log.add(.claimed(task(number))) }
            let end = monotonicMilliseconds() + 20_000
            while (try? FileStatus(of: FilePath(name)).bytes) ?? 0 == 0, monotonicMilliseconds() < end {
                pauseThread(milliseconds: 10)
            }
            let cut = try Files.text(FilePath(name))
            #expect(cut.hasSuffix("}\n") && cut.utf8.count <= 1000)
            limit.rlim_cur = .max
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #expect(log.close() == 0)
        }
        try expectWhole(100)
    }

    @Test func `a log's lines stay whole behind the line of a process that was ended within it`() throws {
        try Files.write(path, Array("{\"time\":\"2026".utf8))
        let log = log(path)
        log.add(.claimed(task()))
        #expect(log.close() == 0)
        let lines = try lines(path)
        #expect(lines.count == 2 && lines.last?.hasPrefix("{\"time\":\"2026-11") == true, "\(lines)")
    }

    @Test func `a log's lines stay whole while a stopped process holds the lock`() throws {
        let descriptor = open(path.description, O_RDWR | O_CREAT, 0o644)
        #expect(flock(descriptor, LOCK_EX) == 0)
        defer { close(descriptor) }
        let log = log(path)
        log.add(.claimed(task()))
        #expect(log.close() == 0)
        try expectWhole(1)
    }
}

/// Appends events to a file that others append to, with a look at the name between them.
private func append(_ count: Int, to name: String) throws {
    let log = log(FilePath(name))
    for number in 0..<count {
        log.add(.decision(job: "j", run: nil, task(number).image, outcome: .queued, units: number))
        if number.isMultiple(of: 50) { log.reopen() }
    }
    guard log.close() == 0 else { exit(1) }
}

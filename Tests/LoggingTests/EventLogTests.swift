import Glibc
import Logging
import Platform
import TestSupport
import Testing
import Domain

@Suite struct EventLogTests {
    private let scratch: Scratch
    private let path: FilePath

    init() throws {
        scratch = try Scratch()
        path = scratch.file("events.ndjson")
    }

    /// Waits until a file has so many lines.
    private func wait(for count: Int, in path: FilePath) throws {
        let end = monotonicMilliseconds() + 20_000
        while (try? lines(path).count) ?? 0 < count, monotonicMilliseconds() < end { pauseThread(milliseconds: 10) }
        #expect(try lines(path).count == count, "\(path)")
    }

    @Test func `a log of events is written within a quarter of a second, without being told to`() throws {
        let log = log(path)
        let start = monotonicMilliseconds()
        log.add(.claimed(task()))
        try wait(for: 1, in: path)
        // Twenty times as long on a busy machine.
        #expect(monotonicMilliseconds() - start < 5000)
        log.close()
    }

    @Test func `a log of events opens its name again when it is told to`() throws {
        let log = log(path)
        log.add(.claimed(task(1)))
        try wait(for: 1, in: path)
        try Files.rename(path, to: scratch.file("events.1"))
        log.add(.claimed(task(2)))
        log.reopen()
        try wait(for: 2, in: scratch.file("events.1"))
        log.add(.claimed(task(3)))
        #expect(log.close() == 0)
        // What waited when it was told goes to the file that was open.
        #expect(try lines(scratch.file("events.1")).count == 2 && lines(path).count == 1)
    }

    @Test func `a log of events loses no event and no part of a line while it is rotated`() throws {
        let log = log(path)
        let total = 40_000
        for number in 0..<total {
            log.add(.decision(job: "j", run: nil, task(number).image, outcome: .queued, units: number))
            guard number.isMultiple(of: 5000), (try? FileStatus(of: path)) != nil else { continue }
            try Files.rename(path, to: scratch.file("events.\(number)"))
            log.reopen()
            while (try? FileStatus(of: path)) == nil {
                log.add(.held(account: "a", until: threeAtNight))
                pauseThread(milliseconds: 1)
            }
        }
        #expect(log.close() == 0)
        var numbers: Set<String> = []
        for name in Files.names(in: scratch.path) {
            for line in try lines(scratch.file(name)) where !line.contains("held") {
                #expect(line.hasPrefix("{\"time\"") && line.hasSuffix("}"), "\(line)")
                numbers.insert(String(line.split(separator: ":").last ?? ""))
            }
        }
        #expect(numbers.count == total)
    }

    @Test func `a log of events tells once that it cannot be written, and how much is lost`() throws {
        let told = Monitor<[SystemError]>([])
        let log = log(scratch.file("nowhere/events")) { error in told.with { $0.append(error) } }
        for number in 0..<20_000 { log.add(.claimed(task(number))) }
        _ = told.wait(within: 20_000) { $0.isEmpty ? nil : true }
        try Files.makeFolder(scratch.file("nowhere"))
        let file = scratch.file("nowhere/events")
        let end = monotonicMilliseconds() + 20_000
        while (try? FileStatus(of: file)) == nil, monotonicMilliseconds() < end { pauseThread(milliseconds: 10) }
        #expect(log.close() == 0)
        #expect(told.with { $0.map(\.code) } == ["ENOENT"])
        let written = try lines(file)
        let lost = written.filter { $0.contains(#""event":"lost""#) }
        #expect(lost.count == 1, "\(lost)")
        let count =
            lost.first?.split(separator: ":").compactMap { Int($0.prefix { $0.isNumber }) }.last(where: { $0 > 7 }) ?? 0
        #expect(written.filter { $0.contains("claimed") }.count + count == 20_000, "\(lost)")
        #expect(lost.first?.hasSuffix(#""code":"ENOENT"}"#) == true, "\(lost)")
        #expect(written.last == lost.last)
    }

    @Test func `a log of events tells what is lost at its place, between what was kept and what came later`() throws {
        let isTold = Monitor(false)
        let log = log(scratch.file("nowhere/events")) { _ in isTold.with { $0 = true } }
        // A line that is too long for what is left, and shorter ones that are not.
        let long = String(repeating: "x", count: 300_000)
        for number in 0..<3 { log.add(.held(account: "\(number)\(long)", until: threeAtNight)) }
        _ = isTold.wait(within: 20_000) { $0 ? true : nil }
        for number in 3..<9 { log.add(.held(account: "\(number)\(long)", until: threeAtNight)) }
        try Files.makeFolder(scratch.file("nowhere"))
        let file = scratch.file("nowhere/events")
        let end = monotonicMilliseconds() + 20_000
        while (try? Files.text(file).contains("\"lost\"")) != true, monotonicMilliseconds() < end {
            log.add(.claimed(task()))
            pauseThread(milliseconds: 10)
        }
        log.add(.claimed(task()))
        #expect(log.close() == 0)
        let events = try lines(file).map { line in
            line.contains("\"lost\"") ? "lost" : line.contains("claimed") ? "claimed" : "held"
        }
        #expect(Array(events.prefix(5)) == ["held", "held", "held", "held", "lost"], "\(events)")
        #expect(events.dropFirst(5).allSatisfy { $0 == "claimed" } && events.count > 5, "\(events)")
    }

    @Test func `a log of events tells at its end what was never written`() throws {
        let log = log(FilePath("/dev/full"))
        for number in 0..<100 { log.add(.claimed(task(number))) }
        #expect(log.close() == 100)
    }

    @Test func `a log of events is not held up by a pipe that no process reads`() throws {
        #expect(mkfifo(path.description, 0o600) == 0)
        let log = log(path)
        log.add(.claimed(task()))
        let start = monotonicMilliseconds()
        #expect(log.close() == 1)
        #expect(monotonicMilliseconds() - start < 1500)
    }

    @Test func `a log of events is cheap`() {
        for name in ["a file", "/dev/full"] {
            let log = log(name == "a file" ? path : FilePath(name))
            let task = task()
            let start = monotonicMilliseconds()
            for _ in 0..<1_000_000 { log.add(.sent(task, units: 2, microDollars: 3000)) }
            let milliseconds = monotonicMilliseconds() - start
            print("1,000,000 events into \(name): \(Double(milliseconds) / 1000) us each, \(log.close()) not written")
        }
    }
}

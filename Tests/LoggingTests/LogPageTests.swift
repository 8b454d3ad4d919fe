import Crypto
import Domain
import Logging
import Platform
import TestSupport
import Testing

/// docs/reference.md tells of every event of the log, and of its fields.
@Suite("The page of log events") struct LogPageTests {
    @Test func `the page has every event with all of its fields, and no others`() throws {
        let scratch = try Scratch()
        let page = try Files.text(packageRoot.appending("docs/reference.md"))
        let chapter = try #require(page.split(separator: "\n## Log events\n").last?.split(separator: "\n## ").first)
        var described: [String: Set<String>] = [:]
        for row in chapter.split(separator: "\n") where row.hasPrefix("| `") {
            let cells = row.split(separator: "|").map { $0.matches(of: /`([a-z_]+)`/).map { String($0.1) } }
            guard cells.count >= 4, let event = cells[0].first else { continue }
            described[event] = Set(cells[2])
        }
        var written: [String: Set<String>] = [:]
        var last: LogEvent?
        while let event = sample(after: last) {
            let file = scratch.file("\(written.count)")
            let log = log(file)
            log.add(event)
            #expect(log.close() == 0)
            let line = try #require(try JSONText.lines(of: file).first)
            let name = try #require(line["event"].string)
            written[name] = Set(line.members.keys).subtracting(["time", "event", "pid"])
            last = event
        }
        #expect(described == written)
    }

    /// An event of each kind with a value in every field, made by a switch: a new kind does not compile without one.
    private func sample(after event: LogEvent?) -> LogEvent? {
        let failure = LogEvent.FailureWord(Failure(stage: .annotate, kind: .lost, code: "CODE", message: ""))
        let moment = Timestamp(milliseconds: 1_795_316_460_000)
        switch event {
        case nil: return .submission(job: "j", run: RunID(1), outcome: .complete, LogEvent.Found())
        case .submission:
            return .decision(job: "j", run: RunID(1), task().image, outcome: .queued, reason: "new", units: 1)
        case .decision: return .claimed(task())
        case .claimed: return .sent(task(), units: 1, microDollars: 1500)
        case .sent: return .answered(task(), units: 1, microDollars: 1500, time: .seconds(1))
        case .answered: return .failed(task(), failure, units: 1, microDollars: 1500, isUncertain: true)
        case .failed:
            return .retry(task(), failure, after: .seconds(1), units: 1, microDollars: 1500, isUncertain: true)
        case .retry:
            return .crashed(
                job: "j", run: RunID(1), path: FilePath("a.jpg"), signal: "SIGSEGV", library: "libpng16.so.16",
                outcome: "queued")
        case .crashed: return .held(account: "a", until: moment)
        case .held:
            return .cap(
                job: "j", run: RunID(1),
                CapUsage(
                    scope: .jobDay, owner: "j", period: "2026-11-21", units: 5, microDollars: 7500,
                    cap: Budget.Cap(units: 5, microDollars: 7500), opensAt: moment))
        case .cap: return .stopped(job: "j", run: RunID(1), reason: "cap", queued: 1)
        case .stopped: return .finished(job: "j", run: RunID(1), LogEvent.Sums())
        case .finished: return .night(job: "j", run: RunID(1), exit: 5, reason: "cap", LogEvent.Sums())
        case .night:
            var transfer = LogEvent.ModelTransfer(version: Digest(of: "1"))
            (transfer.bytes, transfer.total, transfer.time, transfer.wait) = (1, 2, .seconds(1), .seconds(2))
            return .model(job: "j", name: "gs://b/m.tflite", outcome: "downloaded", transfer)
        case .model: return .lost(count: 1, code: "ENOSPC")
        case .lost: return nil
        }
    }
}

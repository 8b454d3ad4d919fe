import Crypto
import Logging
import Platform
import TestSupport
import Testing
import Domain

@Suite struct LogLineTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func line(_ event: LogEvent) throws -> String {
        let path = scratch.file("log")
        let log = log(path)
        log.add(event)
        #expect(log.close() == 0)
        let lines = try lines(path)
        try Files.remove(path)
        #expect(lines.count == 1, "\(lines)")
        return lines.first ?? ""
    }

    @Test func `the lines of a log are objects with their fields in a fixed order`() throws {
        let digest = Digest(of: "1").hex
        let head = #"{"time":"2026-11-22T03:00:00.007Z","event":"#
        #expect(
            try line(.sent(task(), units: 2, microDollars: 1500))
                == head + #""sent","pid":7,"job":"old-town","run":42,"image":"\#(digest)","path":"photos/a.jpg","#
                + #""attempt":1,"units":2,"usd_high":0.0015}"#)
        #expect(
            try line(.held(account: "my-project", until: Timestamp(milliseconds: 1_795_316_460_000)))
                == head + #""held","pid":7,"account":"my-project","until":"2026-11-22T03:01:00.000Z"}"#)
        let failure = Failure(stage: .annotate, kind: .lost, code: "DEADLINE_EXCEEDED", message: "secret words")
        #expect(
            try line(
                .retry(task(), .init(failure), after: .seconds(2), units: 1, microDollars: 1500, isUncertain: true))
                == head + #""retry","pid":7,"job":"old-town","run":42,"image":"\#(digest)","path":"photos/a.jpg","#
                + #""attempt":1,"stage":"annotate","kind":"lost","code":"DEADLINE_EXCEEDED","wait_ms":2000,"#
                + #""outcome":"uncertain","units":1,"usd_high":0.0015}"#)
    }

    @Test(arguments: [
        (0, "0"), (1, "0.000001"), (1500, "0.0015"), (1_240_000, "1.24"), (30_000_000, "30"), (-500_000, "-0.5"),
        (Int64.max, "9223372036854.775807"), (Int64.min, "-9223372036854.775808"),
    ])
    func `the lines of a log have money as exact decimal numbers`(microDollars: Int64, text: String) throws {
        let line = try line(.sent(task(), units: 1, microDollars: microDollars))
        #expect(line.hasSuffix(#""usd_high":\#(text)}"#), "\(line)")
    }

    @Test(arguments: [
        (Array("a\"b\\c\nd\te\u{7}.jpg".utf8), #"a\"b\\c\nd\te\u0007.jpg"#),
        (Array("gr\u{FC}n \u{1F5FC}.jpg".utf8), "gr\u{FC}n \u{1F5FC}.jpg"),
        ([0x66, 0xE9, 0x2E, 0x6A], #"f\\xe9.j"#), (Array("a\u{202E}b".utf8), #"a\u202eb"#), ([], ""),
        ([0xF0, 0x9F], #"\\xf0\\x9f"#), (Array("https://u:p@h.org/a.jpg?token=1#2".utf8), "https://h.org/a.jpg?..."),
        (Array("https://h.org".utf8), "https://h.org"), (Array("gs://bucket/a@b.jpg".utf8), "gs://bucket/a@b.jpg"),
        (Array("what?.jpg".utf8), "what?.jpg"),
    ])
    func `the lines of a log have names as text, without what may be a secret`(bytes: [UInt8], text: String) throws {
        let image = LoggedImage(digest: nil, path: FilePath(bytes: bytes))
        let line = try line(.decision(job: "j", run: nil, image, outcome: .alreadyQueued))
        #expect(line.contains(#""job":"j","path":"\#(text)","outcome":"already_queued"}"#), "\(line)")
    }

    @Test func `the lines of a log have every event's name and numbers`() throws {
        var found = LogEvent.Found()
        found.found = 9
        var sums = LogEvent.Sums()
        (sums.done, sums.microDollars) = (3, 4500)
        var transfer = LogEvent.ModelTransfer(version: Digest(of: "1"))
        (transfer.bytes, transfer.total, transfer.time) = (5, 9, .seconds(1))
        let cap = CapUsage(
            scope: .jobDay, owner: "old-town", period: "2026-11-21", units: 5, microDollars: 7500,
            cap: Budget.Cap(units: 5, microDollars: nil), opensAt: Timestamp(milliseconds: 1_795_334_400_000))
        let events: [(LogEvent, String)] = [
            (
                .submission(job: "j", run: RunID(1), outcome: .complete, found),
                #""outcome":"complete","found":9,"read":0"#
            ),
            (.claimed(task()), #""event":"claimed""#),
            (.answered(task(), units: 1, microDollars: 0, time: .seconds(1)), #""ms":1000"#),
            (.failed(task(), .init(Failure(stage: .decode, kind: .damaged, message: ""))), #""kind":"damaged"}"#),
            (
                .cap(job: "j", run: RunID(1), cap),
                #""scope":"job_day","owner":"old-town","period":"2026-11-21","units":5,"units_cap":5,"#
            ),
            (.stopped(job: "j", run: RunID(1), reason: "time", queued: 2), #""reason":"time","queued":2}"#),
            (.finished(job: "j", run: RunID(1), sums), #""done":3,"failed":0,"#),
            (
                .model(job: nil, name: "gs://b/m.tflite", outcome: "downloaded", transfer),
                #""event":"model","pid":7,"model":"gs://b/m.tflite","outcome":"downloaded","version":""#
                    + #"\#(Digest(of: "1").hex)","bytes":5,"bytes_total":9,"ms":1000}"#
            ),
            (.night(job: "j", run: nil, exit: 5, reason: "cap", sums), #""job":"j","exit":5,"reason":"cap","done":3"#),
        ]
        for (event, part) in events {
            let line = try line(event)
            #expect(line.contains(part), "\(line)")
        }
    }
}

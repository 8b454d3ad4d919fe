import Commands
import Nights
import Platform
import Storage
import Submitting
import TestSupport
import Testing
import Domain

@Suite("The report of a night") struct NightReportTextTests {
    /// A night with something to say in every line.
    static var whole: NightReport {
        var report = NightReport(job: "old-town", ending: .finished)
        report.run = RunID(42)
        report.store = "/data/cairn.db"
        report.asked = [.init("new", 388), .init("bytes_changed", 20), .init("failed_before", 4)]
        (report.known, report.savedMicroDollars, report.done) = (118_204, 177_310_000, 409)
        report.failures = [
            WorkSummary.Failures(
                kind: "damaged", count: 2, paths: [FilePath("photos/a.jpg"), FilePath("photos/b.jpg")]),
            WorkSummary.Failures(
                kind: "unreachable", code: "ECONNREFUSED", count: 1, paths: [FilePath("https://a.org/c.jpg")],
                example: "a.org cannot be reached: connection refused", nights: [0: 1]),
        ]
        report.failedBefore = 7
        report.began = Timestamp(milliseconds: 1_795_316_400_250)
        report.unusual = [
            UnusualAnswers(.labelDetection, label: nil, now: Share(390, of: 409), before: Share(17, of: 1000)),
            UnusualAnswers(.labelDetection, label: "Font", now: Share(18, of: 20), before: Share(10, of: 1000)),
        ]
        (report.missing, report.renamed) = (12, 1)
        report.isFirst = true
        report.skipped = SkippedFiles(kinds: [.init("bmp", 5), .init("", 1)], appleDouble: 2)
        report.idleExclusions = "2024/** leaves nothing out"
        (report.units, report.plannedUnits, report.maxMicroDollars) = (824, 824, 1_240_000)
        var day = NightOutcomeTests.cap
        day = CapUsage(
            scope: day.scope, owner: day.owner, period: day.period, units: 824, microDollars: 1_240_000, cap: day.cap,
            opensAt: day.opensAt)
        let month = CapUsage(
            scope: .jobMonth, owner: "old-town", period: "2026-11", units: 12_000, microDollars: 18_400_000,
            cap: Budget.Cap(units: nil, microDollars: 30_000_000))
        report.caps = [day, month]
        report.monthMicroDollars = 18_400_000
        report.model =
            "gs://b/m.tflite@1a2b3c4d, from the cache: gs://b/m.tflite does not exist: not found; correct "
            + "backend.hosted, or publish the model there"
        return report
    }

    @Test func `the mail of a night has a line for everything that there is to say`() throws {
        try expectGolden(NightReportText(Self.whole).text, "night-whole.txt")
    }

    @Test func `the mail of a night tells why it stopped, and when it goes on`() throws {
        var report = Self.whole
        let cap = NightOutcomeTests.cap
        report.ending = .stopped(.cap(cap))
        report.caps = [cap]
        report.failures = []
        (report.queued, report.uncertain, report.missing, report.renamed) = (1700, 3, 0, 0)
        report.storeOption = FilePath("my store.db")
        report.manifest = "jobs/old town.yaml"
        try expectGolden(NightReportText(report).text, "night-cap.txt")
    }

    @Test(arguments: [
        ("the service fails every request, and the run stopped", "the service fails every request"),
        ("backend.model: cannot open /m.tflite: No such file or directory", "backend.model: cannot open /m.tflite"),
        (
            "account p: the service says \"API key not valid. Please pass a valid API key.\" (INVALID_ARGUMENT); copy it",
            "API key not valid"
        ),
        ("the variable KEY is not set (job.yaml:4, backend.auth.apiKey); set it", "the variable KEY is not set"),
        ("account p: the service says \"billing is off\" (PERMISSION_DENIED); enable it", "billing is off"),
        ("service account a@b.org (key.json): the key was deleted; make another", "the key was deleted"),
        (
            "account p: the service asks for one pause after another: slow; wait",
            "the service asks for one pause after another"
        ),
    ])
    func `the headline of a mail has the cause of an error, and not whom it is about`(words: String, cause: String) {
        let text = NightReportText(NightReport(job: "j", ending: .failed(words: words, exit: .backend))).text
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.hasPrefix("cairn nightly j: stopped: \(cause) exit 4 "), "\(text)")
    }

    @Test func `the mail of a night has three names of many, and fewer of long ones`() throws {
        var report = NightReport(job: "j", ending: .finished)
        let long = String(repeating: "folder/", count: 6)
        report.failures = [
            WorkSummary.Failures(kind: "empty", count: 4000, paths: (1...4).map { FilePath("\($0).jpg") }),
            WorkSummary.Failures(kind: "damaged", count: 3, paths: (1...3).map { FilePath("\(long)\($0).jpg") }),
            WorkSummary.Failures(
                kind: "unreadable", code: "EACCES", count: 1, paths: [FilePath(bytes: [0x61, 0x0A, 0xE9])]),
            WorkSummary.Failures(kind: "lost", count: 1, paths: [], nights: [0: 1]),
        ]
        let text = NightReportText(report).text
        #expect(text.contains("  failed  4,000 empty (1.jpg, 2.jpg, 3.jpg, ...)\n"), "\(text)")
        #expect(text.contains("          3 damaged (\(long)1.jpg, ...)\n"), "\(text)")
        #expect(text.contains(#"          1 unreadable EACCES (a\x0a\xe9)"# + "\n          1 lost\n"), "\(text)")
        #expect(text.contains("          cairn retry j --kind lost\n"), "\(text)")
    }

    @Test func `the mail of a night shows addresses without what may be a secret`() {
        var report = NightReport(job: "j", ending: .finished)
        report.failures = [
            WorkSummary.Failures(
                kind: "lost", count: 1, paths: [FilePath("https://u:p@a.org/b.jpg?X-Signature=s3cret#f")])
        ]
        #expect(
            NightReportText(report).text.contains("1 lost (https://a.org/b.jpg?...)\n"),
            "\(NightReportText(report).text)")
    }

    @Test func `the mail of a night is one or two lines where there is little to say`() {
        var report = NightReport(job: "old-town", ending: .finished)
        #expect(NightReportText(report).text == "cairn nightly old-town: nothing to do" + pad(29) + "exit 0\n")
        report.known = 14
        #expect(NightReportText(report).text.hasSuffix("exit 0\n  known   14\n"))
        let since = Timestamp(milliseconds: 1_795_316_400_000)
        report.ending = .alreadyRunning(since: since, pid: 4711, host: "h")
        #expect(
            NightReportText(report).text
                == "cairn nightly old-town: already running since 2026-11-22 03:00 UTC (process 4711 on h)  exit 6\n"
        )
        report.ending = .refused(.missing(13, known: 13))
        report.acceptance = "cairn nightly old-town.yaml --accept-missing"
        report.known = 0
        #expect(
            NightReportText(report).text
                == "cairn nightly old-town: stopped: most pictures are missing,\n  nothing asked" + pad(51)
                    + """
                    exit 5
                      missing all 13 known pictures are gone; is the disk mounted?
                              If it is not, mount it. If the pictures were deleted:
                              cairn nightly old-town.yaml --accept-missing

                    """)
        report.asked = [NightReport.ReasonCount("new", 1)]
        #expect(NightReportText(report).text.contains("\n  queued  1 image: 1 new; none asked\n"))
    }

    private func pad(_ count: Int) -> String { String(repeating: " ", count: count) }

    @Test func `the mail of a night keeps to 72 columns where the values allow`() {
        for night in NightOutcomeTests.cases {
            var report = Self.whole
            report.ending = night.ending
            report.queued = 123_456
            for line in NightReportText(report).text.split(separator: "\n")
            where !line.contains("  cairn ") && !line.contains("exit 6") {
                #expect(line.count <= 72, "\(line)")
            }
        }
    }

    @Test func `the mail of a night is one object as JSON`() throws {
        let json = String(decoding: Self.whole.json.text, as: UTF8.self) + "\n"
        try expectGolden(json, "night.json")
        _ = try JSONText(Array(json.utf8))
    }

    @Test func `the page of JSON has every field of a night`() throws {
        var report = Self.whole
        report.answeredElsewhere = [WorkSummary.Answered(job: "other", images: 1)]
        let night = JSONText.list([try JSONText(report.json.text)])
        #expect(try ReferenceFields().differences(under: "cairn nightly --json", [night]) == [])
    }

    @Test func `the mail of a night is metrics without a label that grows`() throws {
        let began = Timestamp(milliseconds: 1_795_316_400_000)
        let night = NightMetrics.Night(Self.whole, began: began, ended: began + .seconds(90), lastSuccess: began)
        let text = NightMetrics([night]).text
        #expect(!text.contains("run=") && !text.contains("2026"))
        try expectGolden(text, "night.prom")
    }
}

import Commands
import Working
import Storage
import Testing
import Domain

@Suite("The figures in messages") struct FiguresTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func `whole numbers have commas`(number: Int64, text: String) { #expect(HumanFormat.grouped(number) == text) }

    @Test(arguments: [
        (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (3_400_000, "3.4 MB"), (999_949, "999.9 kB"),
        (999_950, "1.0 MB"), (.max, "9223.4 PB"),
    ])
    func `sizes have one place`(number: Int64, text: String) { #expect(HumanFormat.bytes(number) == text) }

    @Test(arguments: [
        (0, "0 s"), (1, "1 s"), (850, "1 s"), (12_340, "12 s"), (59_499, "59 s"), (59_500, "1 min 00 s"),
        (125_000, "2 min 05 s"), (3_599_600, "1 h 00 min"), (11_220_000, "3 h 07 min"), (187_200_000, "2 d 04 h"),
        (-1500, "-2 s"), (.min, "-106751991167 d 07 h"),
    ])
    func `lengths of time have two units`(milliseconds: Int64, text: String) {
        #expect(HumanFormat.duration(TimeSpan(milliseconds: milliseconds)) == text)
    }

    @Test(arguments: [
        (0, "$0.00"), (0.0015, "< $0.01"), (0.01, "$0.01"), (1.5, "$1.50"), (1234.567, "$1,234.57"), (-2, "-$2.00"),
        (.infinity, "$inf"),
    ])
    func `money has cents, and says so of less than one`(amount: Double, text: String) {
        #expect(HumanFormat.dollars(amount) == text)
    }

    @Test(arguments: [
        (0.254, "0.25 images/s"), (12.34, "12.3 images/s"), (1234.5, "1,235 images/s"), (.nan, "nan images/s"),
    ])
    func `rates have places where they matter`(rate: Double, text: String) {
        #expect(HumanFormat.rate(rate, of: "images") == text)
    }

    @Test func `a count agrees with its noun`() {
        #expect(HumanFormat.count(1, "image") == "1 image")
        #expect(HumanFormat.count(1234, "image") == "1,234 images")
        #expect(HumanFormat.count(2, "entry", "entries") == "2 entries")
    }

    @Test(arguments: [
        (0, 0, "$0.00"), (0, 1_850_000, "up to $1.85 ($0.00 if the month's free units are yours)"),
        (1_850_000, 1_850_000, "$1.85"), (0, 1500, "< $0.01"),
        (1_500_000, 3_000_000, "up to $3.00 ($1.50 if the month's free units are yours)"),
    ])
    func `a cost is the most of it, and what it is where free units are left`(low: Int64, high: Int64, text: String) {
        #expect(HumanFormat.cost(low: low, high: high) == text)
    }

    @Test(arguments: [(30_000_000, "$30.00"), (15_000, "$0.0150"), (10_000, "$0.01")])
    func `an amount that was set is shown as it was set`(amount: Int64, text: String) {
        #expect(HumanFormat.setDollars(amount) == text)
    }

    /// A run of 10,000 images of which 1,234 are done.
    private func progress(waiting: RunProgress.Wait? = nil, cap: CapUsage? = nil) -> RunProgress {
        var totals = RunTotals(run: RunID(1), job: "job", submittedAt: Timestamp(milliseconds: 0))
        (totals.total, totals.done, totals.failed, totals.queued) = (10_000, 1234, 3, 8763)
        (totals.cost.settled, totals.cost.uncertain, totals.cost.reserved) = (1200, 15, 16)
        totals.cost.maxMicroDollars = 1_846_500
        return RunProgress(totals: totals, imagesPerSecond: 12.29, cap: cap, wait: waiting)
    }

    private let now = Timestamp(milliseconds: 1_000_000)

    @Test(arguments: [
        (
            200,
            "1,234/10,000  12%  12.3 images/s  1,231 units  up to $1.85  cap for this run up to $1.85 of "
                + "$30.00  ETA 11 min 53 s  3 failed"
        ),
        (80, "1,234/10,000  12%  12.3 images/s  up to $1.85  ETA 11 min 53 s  3 failed"),
        (60, "1,234/10,000  12%  up to $1.85  ETA 11 min 53 s  3 failed"),
        (50, "1,234/10,000  ETA 11 min 53 s  3 failed"),
        (30, "1,234/10,000  3 failed"), (12, "1,234/10,000"),
        (6, "1,234…"), (0, ""),
    ])
    func `a progress line gives up what matters least first`(columns: Int, text: String) {
        let cap = CapUsage(
            scope: .run, owner: "job", period: "", units: 1231, microDollars: 1_846_500,
            cap: Budget.Cap(units: 100_000, microDollars: 30_000_000))
        #expect(ProgressLine(of: progress(cap: cap), at: now).text(columns: columns) == text)
    }

    @Test func `a progress line names the cap of whoever has set it, by what is used most`() {
        let account = CapUsage(
            scope: .accountMonth, owner: "tower", period: "2026-11", units: 4100, microDollars: 6_150_000,
            cap: Budget.Cap(units: 5000, microDollars: 30_000_000))
        let line = ProgressLine(of: progress(cap: account), at: now).text()
        #expect(line.contains("  cap for the account this month 4,100 of 5,000 units  "), "\(line)")
    }

    @Test func `a progress line says when the cap is reached that ends the run before all is done`() {
        let all = progress()
        let capped = RunProgress(totals: all.totals, imagesPerSecond: 10, imagesToCap: 120)
        #expect(ProgressLine(of: capped, at: now).text().hasSuffix("  at the cap in 12 s  3 failed"))
        #expect(ProgressLine(of: all, at: now).text().hasSuffix("  ETA 11 min 53 s  3 failed"))
    }

    @Test func `a progress line that waits says for what and how long, and promises no end`() {
        let onHold = ProgressLine(of: progress(waiting: .onHold(until: Timestamp(milliseconds: 1_028_400))), at: now)
            .text(columns: 70)
        #expect(onHold == "1,234/10,000  waiting 28 s: the service asked for a pause  3 failed", "\(onHold)")
        let later = ProgressLine(of: progress(waiting: .retry(at: Timestamp(milliseconds: 1_000_204))), at: now).text()
        #expect(later.contains("  12%  next try in 1 s  12.3 images/s  "), "\(later)")
        let trouble = ServiceTrouble(code: "503", failures: 6, wait: .seconds(4))
        let failing = ProgressLine(of: progress(waiting: .trouble(trouble)), at: now).text(columns: 80)
        #expect(
            failing == "1,234/10,000  the service fails (503, 6 in a row), next try in 4 s  3 failed", "\(failing)")
        let away = ProgressLine(
            of: progress(waiting: .trouble(ServiceTrouble(code: nil, failures: 1, wait: .seconds(0)))), at: now)
        #expect(away.text(columns: 60) == "1,234/10,000  the service cannot be reached, trying again", "\(away)")
        #expect(!onHold.contains("ETA") && !later.contains("ETA"))
    }

    @Test func `the end alone is a hundred per cent`() {
        #expect(ProgressLine(done: 9999, total: 10_000).text() == "9,999/10,000  99%")
        #expect(ProgressLine(done: 5, total: 5).text() == "5/5  100%")
        #expect(ProgressLine(done: 0, total: 0).text() == "0/0")
    }
}

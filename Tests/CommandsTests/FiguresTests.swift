import Commands
import Testing
import Vocabulary

@Suite struct FiguresTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func `whole numbers have commas`(number: Int64, text: String) { #expect(Figures.grouped(number) == text) }

    @Test(arguments: [
        (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (3_400_000, "3.4 MB"), (999_949, "999.9 kB"),
        (999_950, "1.0 MB"), (.max, "9223.4 PB"),
    ])
    func `sizes have one place`(number: Int64, text: String) { #expect(Figures.bytes(number) == text) }

    @Test(arguments: [
        (0, "0 ms"), (850, "850 ms"), (12_340, "12.3 s"), (59_949, "59.9 s"), (59_950, "1 min 00 s"),
        (125_000, "2 min 05 s"), (3_599_600, "1 h 00 min"), (11_220_000, "3 h 07 min"), (187_200_000, "2 d 04 h"),
        (-1500, "-1.5 s"), (.min, "-106751991167 d 07 h"),
    ])
    func `lengths of time have two units`(milliseconds: Int64, text: String) {
        #expect(Figures.duration(TimeSpan(milliseconds: milliseconds)) == text)
    }

    @Test(arguments: [
        (0, "$0.00"), (0.0015, "$0.0015"), (1.5, "$1.50"), (1234.567, "$1,234.57"), (-2, "-$2.00"), (.infinity, "$inf"),
    ])
    func `money has cents, and more for a single unit's price`(amount: Double, text: String) {
        #expect(Figures.dollars(amount) == text)
    }

    @Test(arguments: [
        (0.254, "0.25 images/s"), (12.34, "12.3 images/s"), (1234.5, "1,235 images/s"), (.nan, "nan images/s"),
    ])
    func `rates have places where they matter`(rate: Double, text: String) {
        #expect(Figures.rate(rate, of: "images") == text)
    }

    @Test func `a count agrees with its noun`() {
        #expect(Figures.count(1, "image") == "1 image")
        #expect(Figures.count(1234, "image") == "1,234 images")
        #expect(Figures.count(2, "entry", "entries") == "2 entries")
    }

    @Test(arguments: [
        (200, "1,234/10,000  12%  3 failed  12.3 images/s  1,231 units  $1.85 of $30.00  ETA 11 min 53 s"),
        (70, "1,234/10,000  12%  3 failed  $1.85 of $30.00  ETA 11 min 53 s"),
        (50, "1,234/10,000  12%  3 failed  ETA 11 min 53 s"),
        (40, "1,234/10,000  3 failed  ETA 11 min 53 s"), (30, "1,234/10,000  3 failed"), (12, "1,234/10,000"),
        (6, "1,234…"), (0, ""),
    ])
    func `a progress line gives up what matters least first`(columns: Int, text: String) {
        var line = ProgressLine(done: 1234, total: 10_000)
        line.failed = 3
        line.imagesPerSecond = 12.3
        line.units = 1231
        line.dollars = 1.85
        line.cap = 30
        line.left = .seconds(713)
        #expect(line.text(columns: columns) == text)
    }

    @Test func `the end alone is a hundred per cent`() {
        #expect(ProgressLine(done: 9999, total: 10_000).text() == "9,999/10,000  99%")
        #expect(ProgressLine(done: 5, total: 5).text() == "5/5  100%")
        #expect(ProgressLine(done: 0, total: 0).text() == "0/0")
    }
}

import Testing
import Text

@Suite struct NumberTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func `whole numbers have commas`(number: Int64, text: String) { #expect(grouped(number) == text) }

    @Test func `numbers are filled up with zeros, and never cut`() {
        #expect([0, 7, 10, 123].map { padded($0, digits: 2) } == ["00", "07", "10", "123"])
    }

    @Test(arguments: [
        (0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-2.5, 2, "-2.50"), (12.346, 2, "12.35"), (1.00005, 4, "1.0001"),
    ])
    func `places are rounded half away from zero`(value: Double, places: Int, text: String) {
        #expect(fixed(value, places: places) == text)
    }

    @Test(arguments: [(0, 0, "100%"), (9999, 10_000, "99%"), (5, 5, "100%"), (0, 3, "0%")])
    func `only all of it is a hundred per cent`(part: Int64, whole: Int64, text: String) {
        #expect(percent(part, of: whole) == text)
    }

    @Test(arguments: [(0.2, "20 %"), (0.004, "0.4 %"), (0.12349, "12.3 %"), (0, "0 %"), (1, "100 %")])
    func `a share has one place where it needs one`(share: Double, text: String) { #expect(percent(share) == text) }

    @Test(arguments: [
        (0, 0, "0"), (1500, 0, "0.0015"), (1500, 2, "0.0015"), (1_500_000, 2, "1.50"), (30_000_000, 2, "30.00"),
        (30_000_000, 0, "30"), (-1, 0, "-0.000001"), (.min, 0, "-9223372036854.775808"),
    ])
    func `millionths are an exact decimal number`(amount: Int64, places: Int, text: String) {
        #expect(decimal(millionths: amount, minPlaces: places) == text)
    }

    @Test(arguments: [
        ("0", 0), ("100", 100_000_000), ("0.1", 100_000), ("+1.5", 1_500_000), ("1e-6", 1), ("0.25E2", 25_000_000),
        (".5", 500_000), ("2.", 2_000_000), ("0.000000", 0), ("1e-7", nil), ("", nil), (".", nil), ("-1", nil),
        ("1.2.3", nil), ("1e", nil), ("9e400", nil), ("99999999999999", nil),
    ])
    func `a decimal number is read to the millionth`(text: String, amount: Int64?) {
        #expect(millionths(of: text) == amount)
    }
}

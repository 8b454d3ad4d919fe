internal import Text

/// Numbers as people read them.
package enum HumanFormat {
    /// A whole number with commas: `1,234`.
    package static func grouped(_ number: some BinaryInteger) -> String { Text.grouped(number) }

    /// A number and what it counts, in the singular for one: `1 image`, `1,234 images`.
    package static func count(_ number: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// A part of a whole in whole per cent, rounded down: 100 % is said of all alone.
    package static func share(_ part: some BinaryInteger, of whole: some BinaryInteger) -> String {
        percent(Int64(part), of: Int64(whole))
    }

    /// A size in decimal units: `512 bytes`, `3.4 MB`.
    package static func bytes(_ number: some BinaryInteger) -> String {
        guard number.magnitude >= 1000 else { return count(number, "byte") }
        var value = Double(number) / 1000
        var units = ["kB", "MB", "GB", "TB", "PB"][...]
        // 999.95 and more would be rounded to 1,000.0 of the same unit.
        while abs(value) >= 999.95, units.count > 1 {
            value /= 1000
            units = units.dropFirst()
        }
        return "\(fixed(value, places: 1)) \(units.first ?? "EB")"
    }

    /// A length of time by its two largest units, in whole seconds: `12 s`, `2 min 05 s`, `3 h 07 min`, `2 d 04 h`.
    ///
    /// What is less than a second and not nothing is `1 s`.
    package static func duration(_ span: TimeSpan) -> String {
        Text.duration(milliseconds: span.milliseconds)
    }

    /// A moment: `2026-11-22 08:00 UTC`.
    package static func moment(_ moment: Timestamp) -> String {
        let (date, rest) = moment.utc
        let minutes = rest / 60_000
        return "\(date.text) \(padded(minutes / 60, digits: 2)):\(padded(minutes % 60, digits: 2)) UTC"
    }

    /// Money in millionths of a dollar.
    package static func dollars(_ microDollars: Int64) -> String { dollars(Domain.dollars(microDollars)) }

    /// Money in whole cents: `$1,234.50`, `< $0.01`.
    package static func dollars(_ amount: Double) -> String {
        guard amount.isFinite, abs(amount) < 1e12 else { return "$\(amount)" }
        if amount > 0, amount < 0.01 { return "< $0.01" }
        return dollars(amount, places: 2)
    }

    /// What something costs at the most, in millionths of a dollar: `up to $1.85`, `< $0.01`, `$0.00`.
    package static func upTo(_ microDollars: Int64) -> String {
        microDollars < 10_000 ? dollars(microDollars) : "up to \(dollars(microDollars))"
    }

    /// What something costs, in millionths of a dollar: `up to $1.85 ($0.00 if the month's free units are yours)`.
    package static func cost(low: Int64, high: Int64) -> String {
        let (lowText, highText) = (dollars(low), dollars(high))
        guard lowText != highText, high >= 10_000 else { return highText }
        return "up to \(highText) (\(lowText) if the month's free units are yours)"
    }

    /// An amount that a user has set, in millionths of a dollar: `$30.00`, and with more places where it has them:
    /// `$0.0150`.
    package static func setDollars(_ microDollars: Int64) -> String {
        dollars(Domain.dollars(microDollars), places: microDollars % 10_000 == 0 ? 2 : 4)
    }

    private static func dollars(_ amount: Double, places: Int) -> String {
        guard amount.isFinite, abs(amount) < 1e12 else { return "$\(amount)" }
        let text = fixed(abs(amount), places: places).split(separator: ".")
        let whole = grouped(text.first.flatMap { Int64($0) } ?? 0)
        return "\(amount < 0 ? "-" : "")$\(whole).\(text.last ?? "00")"
    }

    /// A number for each second: `0.25 images/s`, `12.3 images/s`, `1,234 images/s`.
    package static func rate(_ perSecond: Double, of things: String) -> String {
        guard perSecond.isFinite, abs(perSecond) < 1e12 else { return "\(perSecond) \(things)/s" }
        if abs(perSecond) >= 100 { return "\(grouped(Int64(perSecond.rounded()))) \(things)/s" }
        return "\(fixed(perSecond, places: abs(perSecond) < 1 ? 2 : 1)) \(things)/s"
    }

    /// A floating-point number for a table: at most six places, which is a decimetre in degrees.
    package static func readable(_ value: Double) -> String {
        guard value.isFinite, value.magnitude >= 1e-3, value.magnitude < 1e9 else { return value.description }
        return ((value * 1e6).rounded() / 1e6).description
    }
}

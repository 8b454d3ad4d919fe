internal import Text
internal import YAML

extension Node {
    /// A whole number; 5.0 is one.
    func whole(_ range: ClosedRange<Int>) -> Int? {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        switch value.content {
        case .integer(let number):
            guard let number = Int(exactly: number), range.contains(number) else { return mismatch(expected) }
            return number
        case .float(let number):
            guard let number = Int(exactly: number), range.contains(number) else { return mismatch(expected) }
            return number
        default: return mismatch(expected, suggestion: unquoting)
        }
    }

    /// A number in a range.
    func number(_ range: ClosedRange<Double>, _ expected: String) -> Float? {
        guard let number, range.contains(number) else { return mismatch(expected, suggestion: unquoting) }
        return Float(number)
    }

    /// A share: 0 to 1.
    func share() -> Float? { number(0...1, "a number from 0 to 1") }

    /// A finite number that 32 bits hold.
    func anyNumber() -> Float? {
        let limit = Double(Float.greatestFiniteMagnitude)
        return number(-limit...limit, "a number")
    }

    /// A finite number of 64 bits.
    func finiteNumber() -> Double? {
        guard let number, number.isFinite else { return mismatch("a number", suggestion: unquoting) }
        return number
    }

    /// A finite number above 0 that does not become 0 in 32 bits.
    func positiveNumber() -> Float? {
        let range = Double(Float.leastNormalMagnitude)...Double(Float.greatestFiniteMagnitude)
        return number(range, "a number greater than 0")
    }

    /// `true` or `false`.
    func flag() -> Bool? {
        if case .bool(let flag) = value.content { return flag }
        if case .string(let text) = value.content {
            switch text.lowercased() {
            case "yes", "on", "true", "y": return mismatch("true or false", suggestion: "did you mean `true`?")
            case "no", "off", "false", "n": return mismatch("true or false", suggestion: "did you mean `false`?")
            default: break
            }
        }
        return mismatch("true or false")
    }

    /// An amount of US dollars, in whole millionths.
    func microDollars() -> Int64? {
        let expected = "an amount in US dollars of at most 1000000000, with at most six decimals, such as 2.50"
        guard let number, number >= 0, number <= 1_000_000_000, let amount = millionths(of: value.source) else {
            return mismatch(expected, suggestion: unquoting)
        }
        return amount
    }

    /// The value as a number, whichever way it is written.
    private var number: Double? {
        switch value.content {
        case .integer(let whole): Double(whole)
        case .float(let number): number
        default: nil
        }
    }

    /// What to do about a number in quotes.
    private var unquoting: String? {
        guard case .string(let text) = value.content, Double(text) != nil else { return nil }
        return "drop the quotes"
    }
}

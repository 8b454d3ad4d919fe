internal import Crypto
internal import JSON
internal import Domain

/// Builds the lines of a log, one behind the other.
struct LogLines {
    /// Whole lines, each with its line feed.
    private(set) var bytes: [UInt8] = []
    /// How many they are.
    private(set) var count = 0

    private let pid: [UInt8]
    /// The last moment's second and its text, which the next events mostly share.
    private var second = Int64.min
    private var secondText: [UInt8] = []

    /// No lines, of this process.
    init(pid: Int32) {
        self.pid = Array(",\"pid\":\(pid)".utf8)
    }

    /// Begins a line with the fields that every event has.
    mutating func begin(_ event: String, at moment: Timestamp) {
        let millisecond = (moment.milliseconds % 1000 + 1000) % 1000
        if (moment.milliseconds - millisecond) != second {
            second = moment.milliseconds - millisecond
            secondText = Array(Timestamp(milliseconds: second).text.dropLast(4).utf8)
        }
        bytes += #"{"time":""#.utf8
        bytes += secondText
        for divisor in [100, 10, 1] as [Int64] { bytes.append(UInt8(ascii: "0") + UInt8(millisecond / divisor % 10)) }
        bytes += #"Z","event":""#.utf8
        bytes += event.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes += pid
    }

    /// Ends the line.
    mutating func end() {
        bytes += "}\n".utf8
        count += 1
    }

    /// Adds text; nothing where there is none.
    mutating func add(_ key: String, _ text: String?) {
        guard let text else { return }
        add(key, bytes: Array(text.utf8))
    }

    /// Adds bytes that are mostly text, as a string; nothing where there are none.
    mutating func add(_ key: String, bytes value: [UInt8]?) {
        guard let value else { return }
        begin(key)
        bytes.append(jsonOf: value)
    }

    /// Adds a digest as hexadecimal digits; nothing where there is none.
    mutating func add(_ key: String, _ digest: Digest?) {
        guard let digest else { return }
        begin(key)
        bytes.append(UInt8(ascii: "\""))
        for byte in digest.bytes {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Adds a whole number; nothing where there is none.
    mutating func add(_ key: String, _ number: Int64?) {
        guard let number else { return }
        begin(key)
        bytes += String(number).utf8
    }

    /// Adds a whole number; nothing where there is none.
    mutating func add(_ key: String, _ number: Int?) { add(key, number.map(Int64.init)) }

    /// Adds money as an exact decimal number of dollars: 1500 millionths are `0.0015`.
    mutating func add(_ key: String, microDollars: Int64?) {
        guard let microDollars else { return }
        begin(key)
        if microDollars < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes += String(microDollars.magnitude / 1_000_000).utf8
        var rest = microDollars.magnitude % 1_000_000
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var divisor: UInt64 = 100_000
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }

    /// Adds a moment; nothing where there is none.
    mutating func add(_ key: String, _ moment: Timestamp?) { add(key, moment?.text) }

    private mutating func begin(_ key: String) {
        bytes += ",\"".utf8
        bytes += key.utf8
        bytes += "\":".utf8
    }
}

private let digits = Array("0123456789abcdef".utf8)

extension Timestamp {
    /// As the views have it: `2026-11-21T15:33:16.042Z`.
    fileprivate var text: String {
        let (date, rest) = utc
        let digits = { (number: Int64, count: Int) in
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(date.text)T\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2)):"
            + "\(digits(rest / 1000 % 60, 2)).\(digits(rest % 1000, 3))Z"
    }
}

internal import Crypto
internal import Text
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
            secondText = Array(Timestamp(milliseconds: second).iso8601.dropLast(4).utf8)
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
        bytes.append(hexadecimal: digest.bytes)
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
        bytes += decimal(millionths: microDollars).utf8
    }

    /// Adds a moment; nothing where there is none.
    mutating func add(_ key: String, _ moment: Timestamp?) { add(key, moment?.iso8601) }

    private mutating func begin(_ key: String) {
        bytes += ",\"".utf8
        bytes += key.utf8
        bytes += "\":".utf8
    }
}

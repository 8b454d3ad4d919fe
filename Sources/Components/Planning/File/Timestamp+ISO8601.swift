internal import Domain

extension Timestamp {
    /// UTC as the views show it, in the years 1000 to 9999: `2026-11-21T08:15:30.250Z`.
    var iso8601: String {
        let (date, rest) = utc
        func padded(_ number: Int64, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        }
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
        return "\(date.text)T\(time.joined(separator: ":")).\(padded(rest % 1000, 3))Z"
    }

    /// A moment from exactly that form; nil for any other text.
    init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24 else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            bytes[range].reduce(Int64?(0)) { sum, byte in
                guard (0x30...0x39).contains(byte) else { return nil }
                return sum.map { $0 * 10 + Int64(byte - 0x30) }
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), (1...12).contains(month), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let millisecond = number(20..<23)
        else { return nil }
        let days = CalendarDate(year: Int(year), month: Int(month), day: Int(day)).daysSince1970
        self.init(milliseconds: (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + millisecond)
        // A date or time that does not exist comes back as another one.
        guard iso8601 == text else { return nil }
    }
}

package import Text

extension Timestamp {
    /// UTC as the views show it, in the years 1000 to 9999: `2026-11-21T08:15:30.250Z`.
    package var iso8601: String {
        let (date, rest) = utc
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, digits: 2) }
        return "\(date.text)T\(time.joined(separator: ":")).\(padded(rest % 1000, digits: 3))Z"
    }

    /// The same to the second, which it has begun: `2026-11-21T08:15:30Z`.
    package var secondText: String { "\(iso8601.prefix(19))Z" }

    /// A moment from exactly that form; nil for any other text.
    package init?(iso8601 text: String) {
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
        let date = CalendarDate(year: Int(year), month: Int(month), day: Int(day))
        self.init(date, seconds: (hour * 60 + minute) * 60 + second)
        milliseconds += millisecond
        // A date or time that does not exist comes back as another one.
        guard iso8601 == text else { return nil }
    }

    /// The moment that an HTTP date names: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7, the form that is
    /// sent); nil for any other text.
    package init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]), (1970...9999).contains(year)
        else { return nil }
        let time = parts[4].split(separator: ":").map { Int64($0) ?? -1 }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let date = CalendarDate(year: year, month: month + 1, day: day)
        self.init(date, seconds: (time[0] * 60 + time[1]) * 60 + time[2])
    }

    /// A moment of a day in UTC.
    package init(_ date: CalendarDate, seconds: Int64) {
        self.init(milliseconds: (date.daysSince1970 * 86_400 + seconds) * 1000)
    }

    /// The date in UTC, and the milliseconds since its midnight.
    package var utc: (date: CalendarDate, milliseconds: Int64) {
        let length: Int64 = 86_400_000
        let rest = (milliseconds % length + length) % length
        return (CalendarDate(daysSince1970: (milliseconds - rest) / length), rest)
    }
}

extension TimeSpan {
    /// The span to the millisecond: `5 s`, `1500 ms`.
    package var secondsText: String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

internal import Text
internal import Domain

/// Dates and moments as exports write them.
enum BillingDate {
    /// The vendor's day of a field.
    ///
    /// A date alone is the console's, in Pacific time already. A moment is BigQuery's, in UTC: `2026-11-20 08:00:00
    /// UTC`, `2026-11-20T08:00:00Z`, with parts of a second or without.
    ///
    /// - Parameter isEnd: whether a moment is the end of a period, and so not within it.
    static func day(_ field: CSVField, isEnd: Bool) throws(BillingExportError) -> VendorDay {
        let text = Array(field.text.utf8)
        guard let date = date(text.prefix(10)) else { throw unknown(field) }
        if text.count == 10 { return VendorDay(date) }
        guard text.count >= 19, [UInt8(ascii: " "), UInt8(ascii: "T")].contains(text[10]), text[13] == colon,
            text[16] == colon, let hour = number(text[11..<13], 0...23), let minute = number(text[14..<16], 0...59),
            let second = number(text[17..<19], 0...60), isUTC(text[19...])
        else { throw unknown(field) }
        var moment = Timestamp(date, seconds: Int64(hour * 3600 + minute * 60 + second))
        if isEnd { moment.milliseconds -= 1 }
        return VendorDay(of: moment)
    }

    private static func date(_ text: ArraySlice<UInt8>) -> CalendarDate? {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], let year = number(parts[0], 2000...9999),
            let month = number(parts[1], 1...12), let day = number(parts[2], 1...31)
        else { return nil }
        let date = CalendarDate(year: year, month: month, day: day)
        return date.exists ? date : nil
    }

    /// Whether what follows the seconds says UTC, behind parts of a second or without them.
    private static func isUTC(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { (0x30...0x39).contains($0) } }
        return ["Z", " UTC", "UTC", "+00", "+00:00", " +0000", " +0000 UTC"]
            .contains(String(decoding: rest, as: UTF8.self))
    }

    private static func number(_ digits: ArraySlice<UInt8>, _ range: ClosedRange<Int>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self)).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func unknown(_ field: CSVField) -> BillingExportError {
        BillingExportError(
            field, "expected a date like 2026-11-20 or a moment like 2026-11-20 08:00:00 UTC, found `\(field.text)`")
    }
}

private let colon = UInt8(ascii: ":")

/// The moment that an HTTP date names: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7, the form that is sent);
/// nil for any other text.
package func moment(httpDate text: String) -> Timestamp? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
        let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]), (1970...9999).contains(year)
    else { return nil }
    let time = parts[4].split(separator: ":").map { Int($0) ?? -1 }
    guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]) else {
        return nil
    }
    // Days since 1970 of the Gregorian calendar, with the year beginning in March so that the odd day is its last.
    let shifted = (year: month < 2 ? year - 1 : year, month: (month + 10) % 12)
    let days =
        shifted.year * 365 + shifted.year / 4 - shifted.year / 100 + shifted.year / 400
        + (shifted.month * 306 + 5) / 10 + day - 1 - 719_468
    return Timestamp(milliseconds: Int64(((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]) * 1000)
}

private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

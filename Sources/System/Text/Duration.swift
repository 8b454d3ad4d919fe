/// Milliseconds of a length of time as people write it: at most nine digits and a unit (`250ms`, `30s`, `5m`, `12h`,
/// `90d`), never 0; nil for any other text.
package func milliseconds(ofDuration text: String) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [Substring: Int64] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard (1...9).contains(digits.utf8.count), let count = Int64(digits), count > 0,
        let unit = units[text.dropFirst(digits.count)]
    else { return nil }
    return count * unit
}

/// A length of time by its two largest units, in whole seconds: `12 s`, `2 min 05 s`, `3 h 07 min`, `2 d 04 h`.
///
/// What is less than a second and not nothing is `1 s`.
package func duration(milliseconds: Int64) -> String {
    let sign = milliseconds < 0 ? "-" : ""
    let length = milliseconds.magnitude
    let rounded = length / 1000 + (length % 1000 >= 500 ? 1 : 0)
    let seconds = length > 0 ? max(1, rounded) : 0
    if seconds < 60 { return "\(sign)\(seconds) s" }
    if seconds < 3600 { return "\(sign)\(seconds / 60) min \(padded(seconds % 60, digits: 2)) s" }
    if seconds < 86_400 { return "\(sign)\(seconds / 3600) h \(padded(seconds % 3600 / 60, digits: 2)) min" }
    return "\(sign)\(seconds / 86_400) d \(padded(seconds % 86_400 / 3600, digits: 2)) h"
}

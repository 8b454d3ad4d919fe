/// A whole number with commas: `1,234`.
package func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
        text.append(digit)
    }
    return text
}

/// A number that is not negative with zeros before it, where it has fewer digits: `07`.
package func padded(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// A number with a fixed count of places, from 1 to 4, rounded half away from zero: `12.50`.
package func fixed(_ value: Double, places: Int) -> String {
    let scale: Int64 = [1, 10, 100, 1000, 10_000][places]
    let scaled = Int64((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled != 0 ? "-" : ""
    return "\(sign)\(scaled / scale).\(padded(scaled % scale, digits: places))"
}

/// A part of a whole in whole per cent, rounded down, so that only all of it is `100%`.
package func percent(_ part: Int64, of whole: Int64) -> String {
    "\(whole > 0 ? Int64(Double(part) / Double(whole) * 100) : 100)%"
}

/// A share from 0 to 1 in per cent, to one place: `0.4 %`, `20 %`.
package func percent(_ share: Double) -> String {
    let tenths = Int64((share * 1000).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
}

/// Millionths as an exact decimal number, without zeros at its end: 1500 are `0.0015`.
///
/// - Parameter minPlaces: the least places, from 0 to 6.
package func decimal(millionths: Int64, minPlaces: Int = 0) -> String {
    let amount = millionths.magnitude
    var places = padded(amount % 1_000_000, digits: 6)[...]
    while places.utf8.count > minPlaces, places.last == "0" { places.removeLast() }
    return (millionths < 0 ? "-" : "") + String(amount / 1_000_000) + (places.isEmpty ? "" : ".\(places)")
}

/// Millionths of a number as it is written, exactly; nil where a fraction of a millionth is left.
///
/// Not through a `Double`: a thousand times 0.1 dollars are 100 dollars.
package func millionths(of text: String) -> Int64? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard parts.count <= 2, let mantissa = parts.first, let power = Int(parts.count == 2 ? parts[1] : "0"),
        (-400...400).contains(power)
    else { return nil }
    let unsigned = mantissa.first == "+" ? mantissa.dropFirst() : mantissa
    let halves = unsigned.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    var digits = Array(halves.joined().utf8)
    guard !digits.isEmpty, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    var zeros = 6 + power - (halves.count == 2 ? halves[1].utf8.count : 0)
    while digits.last == UInt8(ascii: "0") {
        digits.removeLast()
        zeros += 1
    }
    if digits.isEmpty { return 0 }
    guard (0...18).contains(zeros) else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: zeros))
}

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

/// A number of things: `1 label`, `3 classes`.
package func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
}

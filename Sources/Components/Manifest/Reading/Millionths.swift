/// Millionths of a number as it is written, exactly; nil where a fraction of a millionth is left.
///
/// Not through a `Double`: a thousand times 0.1 dollars are 100 dollars.
func millionths(of text: String) -> Int64? {
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

/// `bytes 100-199/200`: which part of a file a response brings (RFC 9110, section 14.4).
struct ContentRange: Equatable {
    /// The place of the first byte.
    let start: Int64
    /// The place of the last byte.
    let end: Int64
    /// The length of the whole; nil where the server does not know it.
    let total: Int64?

    /// Reads the header field; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let sides = parts[1].split(separator: "/")
        guard sides.count == 2 else { return nil }
        let places = sides[0].split(separator: "-").map { Int64($0) ?? -1 }
        guard places.count == 2, places[0] >= 0, places[1] >= places[0] else { return nil }
        let total = Int64(sides[1])
        guard sides[1] == "*" || total.map({ $0 > places[1] }) == true else { return nil }
        start = places[0]
        end = places[1]
        self.total = total
    }
}

internal import Text

/// The texts of a property list in XML: the members of its outermost `dict` that are strings, such as those of
/// `GoogleService-Info.plist`.
///
/// Strict: what is not well formed is refused, and nothing is ever read from another file. Values of other kinds are
/// read over; of a key that is there twice, the first one counts.
struct PropertyList {
    /// The strings by their keys.
    private(set) var strings: [String: String] = [:]

    /// Why a text is not a property list.
    struct Problem: Error, Equatable {
        /// A clause for people.
        let reason: String
    }

    /// Reads a property list.
    init(_ bytes: [UInt8]) throws(Problem) {
        if bytes.starts(with: Array("bplist".utf8)) {
            throw Problem(reason: "it is a binary property list; convert it with `plutil -convert xml1 FILE`")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Problem(reason: "it is not UTF-8 text") }
        var scanner = XMLScanner(text)
        try scanner.open("plist")
        try scanner.open("dict")
        while let key = try scanner.text(of: "key", orEndOf: "dict") {
            if let value = try scanner.value() { strings[key] = strings[key] ?? value }
        }
        try scanner.close("plist")
        try scanner.end()
    }
}

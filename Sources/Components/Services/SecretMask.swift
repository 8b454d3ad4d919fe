internal import Text
package import Curl
internal import Platform

/// Hides what a request carried in whatever came back, before anything reads it: the one place where secrets are
/// masked.
///
/// A service may repeat a key as it is, in base 64 (RFC 4648, both alphabets, alone or within something longer), with
/// any of its characters as `%HH` (RFC 3986) or as an escape of JSON, and JSON may lie as text in JSON. Long responses
/// are searched by the C library's loops; only at a `%` or a `\` a few more bytes are looked at.
package struct SecretMask: Sendable {
    /// The header fields it was made for.
    private var headers: [HTTPHeader] = []
    /// What is looked for: the secrets, and what base 64 makes of them.
    private let needles: [Needle]
    /// Where each byte stands in the needles.
    private let places: [[NeedleByte]]

    private struct Needle {
        let bytes: [UInt8]
        let isEncoded: Bool
        /// Its first bytes: what the C library searches for is made ready for each search, which takes long for a long
        /// token.
        let head: [UInt8]

        init(_ bytes: [UInt8], isEncoded: Bool) {
            self.bytes = bytes
            self.isEncoded = isEncoded
            head = Array(bytes.prefix(32))
        }
    }

    private struct NeedleByte {
        let needle, index: Int
    }

    /// A mask for what header fields carry.
    package init(_ credentials: [HTTPHeader]) {
        self.init(secrets: SecretMask.secrets(in: credentials))
        headers = credentials
    }

    /// The secrets in header fields, without a scheme before them; the name of the project that pays is none.
    package static func secrets(in credentials: [HTTPHeader]) -> [String] {
        credentials.filter { $0.name.lowercased() != "x-goog-user-project" }
            .map { $0.value.split(separator: " ").last.map(String.init) ?? "" }
    }

    /// The mask for header fields: this one, made again only where they are others.
    mutating func mask(for credentials: [HTTPHeader]) -> SecretMask {
        if headers != credentials { self = SecretMask(credentials) }
        return self
    }

    /// A mask for some secrets.
    ///
    /// - Parameter minLength: the least bytes of a secret that is hidden: a short one would hide words of the language,
    ///   and in base 64 it is looked for from eight bytes on.
    package init(secrets: [String], minLength: Int = 8) {
        let secrets = Set(secrets.map { Array($0.utf8) }).filter { $0.count >= minLength }
        let long = secrets.filter { $0.count >= 8 }
        needles =
            secrets.map { Needle($0, isEncoded: false) }
            + Set(long.flatMap(encodedForms)).map { Needle($0, isEncoded: true) }
        var places: [[NeedleByte]] = Array(repeating: [], count: 256)
        for (number, needle) in needles.enumerated() {
            for (index, byte) in needle.bytes.enumerated() {
                places[Int(byte)].append(NeedleByte(needle: number, index: index))
            }
        }
        self.places = places
    }

    /// The response with every secret in its body hidden.
    package func hiding(in response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.body = hiding(in: response.body)
        return response
    }

    /// The text with every secret in it hidden.
    package func hiding(in text: String) -> String { String(decoding: hiding(in: Array(text.utf8)), as: UTF8.self) }

    /// The bytes with every secret in them as `***`; JSON stays JSON.
    func hiding(in bytes: [UInt8]) -> [UInt8] {
        let places = secrets(in: bytes)
        guard !places.isEmpty else { return bytes }
        var masked: [UInt8] = []
        var from = 0
        for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where place.upperBound > from {
            if place.lowerBound >= from {
                masked += bytes[from..<place.lowerBound]
                masked += "***".utf8
            }
            from = place.upperBound
        }
        return masked + bytes[from...]
    }

    private func secrets(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for needle in needles {
            var from = 0
            while let start = bytes.firstPlace(of: needle.head, from: from) {
                let end = start + needle.bytes.count
                guard end <= bytes.count, bytes[start..<end].elementsEqual(needle.bytes) else {
                    from = start + 1
                    continue
                }
                let place = whole(start..<end, of: needle, in: bytes)
                found.append(place)
                from = place.upperBound
            }
        }
        for sign in [percent, backslash] {
            var from = 0
            while let start = bytes.firstPlace(of: sign, from: from) {
                let (byte, end) = escaped(in: bytes, at: start)
                if let byte { found += secrets(around: start, escaping: byte, in: bytes) }
                from = end
            }
        }
        return found
    }

    /// The needles of which the byte that is escaped here is the first escaped one.
    private func secrets(around start: Int, escaping byte: UInt8, in bytes: [UInt8]) -> [Range<Int>] {
        places[Int(byte)].compactMap { place in
            let needle = needles[place.needle]
            guard place.index <= start,
                bytes[start - place.index..<start].elementsEqual(needle.bytes[..<place.index]),
                let end = end(of: needle.bytes[place.index...], in: bytes, from: start)
            else { return nil }
            return whole(start - place.index..<end, of: needle, in: bytes)
        }
    }

    /// Where some bytes end that begin here, each as it is or escaped; nil where they do not.
    private func end(of wanted: ArraySlice<UInt8>, in bytes: [UInt8], from start: Int) -> Int? {
        var at = start
        for byte in wanted {
            guard at < bytes.count else { return nil }
            if bytes[at] == byte, byte != percent, byte != backslash {
                at += 1
                continue
            }
            let (found, end) = escaped(in: bytes, at: at)
            if found == byte {
                at = end
            } else if bytes[at] == byte {
                at += 1
            } else {
                return nil
            }
        }
        return at
    }

    /// A secret's place with all that must go with it.
    private func whole(_ place: Range<Int>, of needle: Needle, in bytes: [UInt8]) -> Range<Int> {
        var (start, end) = (place.lowerBound, place.upperBound)
        if needle.isEncoded {
            // The characters beside it hold bits of the secret, too.
            while start > 0, isBase64(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, isBase64(bytes[end]) { end += 1 }
        }
        // A `\` before it would become part of an escape that JSON does not have.
        var slashes = 0
        while start - slashes > 0, bytes[start - slashes - 1] == backslash { slashes += 1 }
        return (slashes % 2 == 1 ? start - 1 : start)..<end
    }
}

/// The byte that an escape stands for, where it is one, and the place behind it: `%41`, `%2541`, `\u0041`, `\/`, and in
/// JSON within JSON with more of `\`.
private func escaped(in bytes: [UInt8], at start: Int) -> (byte: UInt8?, end: Int) {
    func digits(_ from: Int, _ count: Int) -> Int? {
        guard from + count <= bytes.count else { return nil }
        // `Int` would take a sign, too.
        return bytes[from..<from + count].reduce(0) { value, byte in
            guard let value, let digit = hexadecimalDigit(byte) else { return nil }
            return value * 16 + Int(digit)
        }
    }
    var at = start + 1
    if bytes[start] == percent {
        while at + 1 < bytes.count, bytes[at] == UInt8(ascii: "2"), bytes[at + 1] == UInt8(ascii: "5") { at += 2 }
        guard let value = digits(at, 2) else { return (nil, start + 1) }
        return (UInt8(truncatingIfNeeded: value), at + 2)
    }
    guard bytes[start] == backslash else { return (nil, start + 1) }
    while at < bytes.count, bytes[at] == backslash { at += 1 }
    guard at < bytes.count else { return (nil, at) }
    if bytes[at] == UInt8(ascii: "/") || bytes[at] == UInt8(ascii: "\"") { return (bytes[at], at + 1) }
    guard bytes[at] == UInt8(ascii: "u"), let value = digits(at + 1, 4), value < 0x80 else { return (nil, at) }
    return (UInt8(value), at + 5)
}

/// What a secret is in base 64, in both alphabets, at each of the three places that it can have in a group of bytes;
/// without the characters that its neighbours have a part in.
private func encodedForms(_ secret: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { offset in
        let characters = Base64.encode(Array(repeating: 0, count: offset) + secret)
        let plain = Array(characters[(offset * 8 + 5) / 6..<(offset + secret.count) * 8 / 6])
        let ofAddresses = plain.map { byte in
            byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
        }
        return [plain, ofAddresses]
    }
}

/// Whether a byte is a character of base 64, in any alphabet.
private func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "+/-_=".utf8.contains(byte)
    }
}

private let percent = UInt8(ascii: "%")
private let backslash = UInt8(ascii: "\\")

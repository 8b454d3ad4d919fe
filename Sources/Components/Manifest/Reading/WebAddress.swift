/// An `http` or `https` address, split as far as a manifest must know it.
struct WebAddress {
    /// Whether the connection is encrypted.
    let isSecure: Bool
    /// The host: a name, or an IPv6 address in brackets.
    let host: String
    /// Everything from the first `/`, `?` or `#` on.
    let rest: Substring

    /// An address; nil for any other text, and for one that carries a user's name or password.
    init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        isSecure = scheme == "https://"
        let behind = text.dropFirst(scheme.count)
        let authority = behind.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        rest = behind.dropFirst(authority.count)
        guard let host = WebAddress.host(of: authority, mustHavePort: false),
            rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return nil }
        self.host = host
    }

    /// Whether what is sent there stays on this machine.
    var isLoopback: Bool { WebAddress.isLoopback(host) }

    /// The host of `host:port`; nil for any other text.
    static func host(of authority: Substring, mustHavePort: Bool) -> String? {
        let bracket = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let end = bracket.map { authority.index(after: $0) } ?? authority.firstIndex(of: ":") ?? authority.endIndex
        let host = authority[..<end]
        let port = authority[end...]
        guard port.isEmpty ? !mustHavePort : isPort(port) else { return nil }
        if bracket != nil {
            let inside = host.dropFirst().dropLast()
            let allowed = "0123456789abcdefABCDEF:."
            return !inside.isEmpty && inside.allSatisfy(allowed.contains) ? String(host) : nil
        }
        let isName = host.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
        }
        return !host.isEmpty && isName ? String(host) : nil
    }

    /// Whether a host is this machine by its name alone, so that no name server has a say in it.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { $0.utf8.count <= 3 && !$0.isEmpty && $0.allSatisfy { "0123456789".contains($0) } }
            && parts.allSatisfy { Int($0) ?? 256 <= 255 }
    }

    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst()
        guard text.first == ":", (1...5).contains(digits.utf8.count), digits.first != "0",
            digits.allSatisfy({ "0123456789".contains($0) }), let port = Int(digits)
        else { return false }
        return port <= 65535
    }
}

internal import CCurl

/// What the rules of this module need to know of an address.
struct WebAddress {
    /// Whether the connection is encrypted.
    let isSecure: Bool
    /// The host, in lower case; an IPv6 address in brackets.
    let host: String

    /// An `http` or `https` address, read by libcurl's own parser; nil for anything else.
    init?(_ text: String) {
        guard let parts = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(parts) }
        guard unsafe curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = unsafe WebAddress.part(CURLUPART_SCHEME, of: parts)?.lowercased(),
            scheme == "http" || scheme == "https",
            let host = unsafe WebAddress.part(CURLUPART_HOST, of: parts)
        else { return nil }
        isSecure = scheme == "https"
        self.host = host.lowercased()
    }

    /// Whether what is sent there stays on this machine, by the name alone, so that no name server has a say in it.
    var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func part(_ which: CURLUPart, of parts: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(parts, which, &text, 0) == CURLUE_OK, let found = unsafe text else { return nil }
        defer { unsafe curl_free(found) }
        return unsafe String(cString: found)
    }
}

internal import CCurl

/// An address as libcurl reads it, so that what is checked here is what is asked there.
package struct HTTPAddress {
    /// The address with spaces and other foreign bytes escaped.
    let url: String
    /// The host in lower case, an IPv6 address in its brackets.
    package let host: String
    /// Whether everything but the host's name is encrypted.
    package let isEncrypted: Bool

    /// Reads an address; whatever is not `http` or `https`, or names a user, is refused.
    package init(_ text: String) throws(HTTPError) {
        let curl = try CurlLibrary.installed().functions
        guard let parts = curl.url() else {
            throw HTTPError(.other, mayHaveBeenSent: false, host: "", message: "no memory")
        }
        defer { unsafe curl.url_cleanup(parts) }
        guard !text.utf8.contains(0) else { throw refusal("it holds a NUL byte") }
        // A password in an address would end in stores and logs with it.
        let flags = UInt32(CURLU_DISALLOW_USER | CURLU_URLENCODE)
        let code = unsafe curl.url_set(parts, CURLUPART_URL, text, flags)
        if code == CURLUE_USER_NOT_ALLOWED { throw refusal("it names a user; no password belongs into an address") }
        guard code == CURLUE_OK else {
            throw refusal(unsafe curl.url_strerror(code).map { unsafe String(cString: $0) } ?? "libcurl cannot read it")
        }
        let scheme = unsafe part(CURLUPART_SCHEME, of: parts, curl).lowercased()
        host = unsafe part(CURLUPART_HOST, of: parts, curl).lowercased()
        url = unsafe part(CURLUPART_URL, of: parts, curl)
        isEncrypted = scheme == "https"
        guard isEncrypted || scheme == "http" else { throw refusal("it is neither https:// nor http://", host: host) }
        guard !host.isEmpty else { throw refusal("it names no host") }
    }

    /// Whether the host is this machine, whatever a name server says.
    ///
    /// libcurl resolves `localhost` by itself and writes every form of an IPv4 address with four decimal numbers.
    package var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}

private func refusal(_ reason: String, host: String = "") -> HTTPError {
    HTTPError(.badAddress, mayHaveBeenSent: false, host: host, message: "this address cannot be asked: \(reason)")
}

/// One part of an address; empty where it has none.
private func part(_ which: CURLUPart, of parts: OpaquePointer, _ curl: cc_library) -> String {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe curl.url_get(parts, which, &text, 0) == CURLUE_OK, let text = unsafe text else { return "" }
    defer { unsafe curl.free(text) }
    return unsafe String(cString: text)
}

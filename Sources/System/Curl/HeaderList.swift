internal import CCurl

/// The header fields of one request, as libcurl takes them.
@safe final class HeaderList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?
    private let curl: cc_library

    /// Writes the fields down; one that would change the request around it is refused.
    init(_ request: HTTPRequest, host: String) throws(HTTPError) {
        curl = try CurlLibrary.installed().functions
        // An upload would else wait a second for "100 Continue", and be sent as a form where its type is not named.
        var lines = ["Expect:"]
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        for field in request.headers + request.credentials {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
                throw HTTPError(
                    .other, mayHaveBeenSent: false, host: host, message: "a header field has a name that HTTP forbids")
            }
            guard !field.value.utf8.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else {
                throw HTTPError(
                    .other, mayHaveBeenSent: false, host: host,
                    message:
                        "the value of the header field \(field.name) holds a line break or another control character")
            }
            // libcurl's sign for a field without a value is a semicolon; a bare colon takes the field away.
            let isBlank = field.value.utf8.allSatisfy { $0 == 32 || $0 == 9 }
            lines.append(isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        for line in lines {
            guard let longer = unsafe curl.slist_append(first, line) else {
                unsafe curl.slist_free_all(first)
                unsafe first = nil
                throw HTTPError(.other, mayHaveBeenSent: false, host: host, message: "no memory")
            }
            unsafe first = longer
        }
    }

    deinit { unsafe curl.slist_free_all(first) }
}

/// Whether a byte may stand in a header field's name (RFC 9110, 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

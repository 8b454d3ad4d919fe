/// Why a request has no response.
package struct HTTPError: Error, Equatable, Sendable {
    /// The step that failed.
    package enum Kind: Equatable, Sendable {
        /// The address is none that can be asked.
        case badAddress
        /// The server leads elsewhere too often, or where it is not followed.
        case redirect
        /// A secret would have gone over plain http to another machine.
        case insecure
        /// The host's name is not known.
        case resolve
        /// No server listens there, or a proxy refuses.
        case connect
        /// The server's certificate is not trusted, or the encryption failed.
        case tls
        /// The time was up, or the request was cancelled.
        case timeout
        /// The connection was cut, or what came is not HTTP.
        case cut
        /// The response is larger than allowed.
        case tooLarge
        /// The header fields of the response are larger than any honest server sends.
        case headersTooLarge
        /// libcurl is not on this machine.
        case missing
        /// Something else in libcurl: no memory, a bug.
        case other
    }

    /// The step that failed.
    package let kind: Kind
    /// Whether any byte of the request may have left this machine.
    package let mayHaveBeenSent: Bool
    /// The host, as in the address.
    package let host: String
    /// libcurl's own words; no secret is in them.
    package let message: String

    /// An error.
    package init(_ kind: Kind, mayHaveBeenSent: Bool, host: String, message: String) {
        self.kind = kind
        self.mayHaveBeenSent = mayHaveBeenSent
        self.host = host
        self.message = message
    }
}

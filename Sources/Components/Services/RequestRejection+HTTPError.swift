internal import Curl
package import Domain

extension RequestRejection {
    /// What an error of the connection means.
    ///
    /// - Parameter key: the manifest's key for the address.
    init(_ error: HTTPError, maxBytes: Int, key: String = "backend.endpoint") {
        switch error.kind {
        case .badAddress, .redirect:
            self = .stop(.setting(key: key, reason: "\(error.host): \(error.message)"))
        case .insecure:
            self = .stop(
                .setting(
                    key: key,
                    reason:
                        "use https for \(error.host): secrets are sent over plain http only to this machine"
                ))
        case .missing: self = .stop(.systemLibraryMissing(error.message))
        case .tooLarge:
            // Asking again would be billed again, for a response that is as large again.
            let message =
                "the response has more than \(maxBytes >> 20) MiB; ask for less (maxResults, fewer features at once)"
            self = .failed(Failure(.service, code: Failure.responseTooLarge, message, isTransient: false))
        case .headersTooLarge:
            self = .failed(
                Failure(
                    .service, code: "HEADERS_TOO_LARGE", "\(error.host): \(error.message)", isTransient: false))
        case .resolve, .connect, .tls, .timeout, .cut, .other:
            if error.mayHaveBeenSent {
                let message = "the request was sent to \(error.host) and no answer came: \(error.message)"
                self = .failed(Failure(.lost, code: "\(error.kind)".uppercased(), message))
            } else {
                let advice = error.kind == .tls ? "; --cacert FILE trusts the certificates of a private authority" : ""
                let message = "\(error.unreachableWords)\(advice)"
                self = .unreachable(Failure(.unreachable, code: "\(error.kind)".uppercased(), message))
            }
        }
    }
}

extension Failure {
    /// A failure of asking a service, which may be another one next time.
    package init(_ kind: Kind, code: String?, _ message: String, isTransient: Bool = true) {
        self.init(stage: .annotate, kind: kind, code: code, message: message, isTransient: isTransient)
    }
}

extension HTTPError {
    /// That the host cannot be reached: `cannot connect to a.org:443 (couldn't connect to server)`.
    fileprivate var unreachableWords: String {
        // libcurl: "Failed to connect to a.org port 443 after 0 ms: Couldn't connect to server".
        let words = message.split(separator: " ")
        guard kind == .connect, message.hasPrefix("Failed to connect to "), let place = words.firstIndex(of: "port"),
            place + 1 < words.count, let port = UInt16(words[place + 1]),
            let cause = message.split(separator: ": ").last,
            let first = cause.first
        else { return "\(host) cannot be reached: \(message)" }
        return "cannot connect to \(host):\(port) (\(first.lowercased())\(cause.dropFirst()))"
    }
}

internal import Curl
internal import Domain

extension RequestRejection {
    /// What an error of the connection means.
    ///
    /// - Parameter key: the manifest's key for the address.
    init(_ error: HTTPError, mostBytes: Int, key: String = "backend.endpoint") {
        switch error.kind {
        case .badAddress:
            self = .stop(.setting(key: key, why: "\(error.host): \(error.message)"))
        case .insecure:
            self = .stop(
                .setting(
                    key: key,
                    why:
                        "credentials go over plain http to no host but this machine, and not to \(error.host); use https"
                ))
        case .missing: self = .stop(.systemLibraryMissing(error.message))
        case .tooLarge:
            // Asking again would be billed again, for a response that is as large again.
            let message =
                "the response has more than \(mostBytes >> 20) MiB; ask for less (maxResults, fewer features at once)"
            self = .failed(Failure(.service, code: "RESPONSE_TOO_LARGE", message, isTransient: false))
        case .resolve, .connect, .tls, .timeout, .cut, .other:
            if error.mayHaveBeenSent {
                let message = "the request was sent to \(error.host) and no answer came: \(error.message)"
                self = .failed(Failure(.lost, code: "\(error.kind)".uppercased(), message))
            } else {
                let advice = error.kind == .tls ? "; --cacert FILE trusts the certificates of a private authority" : ""
                let message = "\(error.host) cannot be reached: \(error.message)\(advice)"
                self = .unreachable(Failure(.unreachable, code: "\(error.kind)".uppercased(), message))
            }
        }
    }
}

extension Failure {
    /// A failure of asking a service, which may be another one next time.
    init(_ kind: Kind, code: String?, _ message: String, isTransient: Bool = true) {
        self.init(stage: .annotate, kind: kind, code: code, message: message, isTransient: isTransient)
    }
}

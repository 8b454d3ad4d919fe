internal import Crypto
internal import Curl
internal import Domain

/// One of the services that serve models; used by one thread, which holds the source's lock while it asks.
protocol ModelService {
    /// Which source it is; known without asking and without a secret.
    var key: SourceKey { get }

    /// Asks what the newest version is.
    ///
    /// - Parameter known: what the service called the newest version that is here; nil: none is, or it is to be
    ///   downloaded all the same.
    func newest(knownAs known: String?) throws(ServiceFailure) -> ServiceAnswer
}

/// What a service says of its newest version.
enum ServiceAnswer {
    /// It is the known one.
    case notModified
    /// It is to be downloaded.
    case served(HostedVersion)
}

/// A version as a service announces it, and how it is downloaded.
struct HostedVersion {
    /// What the service calls it; nil: the response to the download tells.
    var version: String?
    /// The request for its bytes, a GET.
    var request: HTTPRequest
    /// Secrets in the request, hidden in what comes back.
    var secrets: [String] = []
    /// Its length.
    var bytes: Int64?
    /// The MD5 of its bytes.
    var md5: [UInt8]?
    /// The CRC-32C of its bytes.
    var crc32c: UInt32?
    /// The SHA-256 of its bytes.
    var sha256: Digest?
    /// What the newest version that is here is called, where only the download itself tells of a newer one.
    var known: String?
    /// When the request ends to be valid.
    var expires: Timestamp?
    /// What can be done where the request is refused.
    var advice: String
}

/// Why a service did not serve, and whether asking again makes sense.
struct ServiceFailure: Error {
    /// What became of the request.
    enum Kind: Equatable {
        /// It may be another answer soon.
        case passing
        /// The address was valid for a time that is over; the service gives another one.
        case expired
        /// It will be the same again.
        case final
    }

    /// The error for people.
    var error: HostingError
    /// Whether asking again makes sense.
    var kind: Kind
    /// How long the service asks to be left alone.
    var retryAfter: TimeSpan?

    init(_ error: HostingError, _ kind: Kind = .final, retryAfter: TimeSpan? = nil) {
        self.error = error
        self.kind = kind
        self.retryAfter = retryAfter
    }
}

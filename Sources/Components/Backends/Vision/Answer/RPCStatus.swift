internal import JSON
internal import Services

/// The codes of `google/rpc/code.proto`, in which a service says how something ended.
enum RPCCode: Int, CaseIterable, Sendable {
    case ok, cancelled, unknown, invalidArgument, deadlineExceeded, notFound, alreadyExists, permissionDenied
    case resourceExhausted, failedPrecondition, aborted, outOfRange, unimplemented, `internal`, unavailable, dataLoss
    case unauthenticated

    /// The name as it is sent: `NOT_FOUND`.
    var name: String { Self.names[rawValue] }

    /// A code by its name; nil for any other text.
    init?(name: String) {
        guard let number = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: number)
    }

    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
        "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]
}

/// What the service says of one image it did not answer: `google.rpc.Status`.
struct RPCStatus: Equatable, Sendable {
    /// The code; `unknown` for one that is not in the list.
    let code: RPCCode
    /// The service's words.
    let message: String
    /// What it says beside them, as JSON.
    let details: String?

    /// A status; nil for one that says that all is well, as relays put it where there is none.
    init?(_ node: JSONNode) {
        let code = node["code"] ?? node["status"]
        // A code that is there and cannot be read is an error all the same.
        let number = code.map { $0.integer ?? $0.words.flatMap { RPCCode(name: $0)?.rawValue } ?? -1 } ?? 0
        message = node["message"]?.string ?? node.string ?? ""
        details = keptDetails(node["details"])
        guard number != 0 || !message.isEmpty || details != nil else { return nil }
        let known = RPCCode(rawValue: number) ?? .unknown
        self.code = known == .ok ? .unknown : known
    }
}

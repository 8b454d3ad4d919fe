/// Why a line is not one of the protocol, as a clause.
struct ProtocolBreach: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

internal import Domain

extension ServiceHealth {
    /// That no request has been answered since the last ones failed; nil where it is not so.
    func trouble(at now: Int64) -> ServiceTrouble? {
        let failures = max(circuit.consecutiveFailures, failedConnections)
        guard failures > 0 else { return nil }
        return ServiceTrouble(
            code: failedConnections > 0 ? nil : lastCode ?? "no answer", failures: failures,
            wait: TimeSpan(milliseconds: max(0, opensAt - now)))
    }
}

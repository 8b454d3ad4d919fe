package import Curl
package import Domain

extension Credentials {
    /// Sends a request, and once more with better credentials where these are refused and there are others.
    ///
    /// - Parameters:
    ///   - again: asked before the second request; false: it is not sent.
    ///   - isRefused: whether a reply says that the credentials are not taken, and that nothing else has happened.
    ///   - failing: what it means that there are no credentials.
    ///   - send: sends the request with header fields.
    /// - Returns: the last reply, the header fields that brought it, and whether `again` forbade a second request.
    package func send<Reply, Problem: Error>(
        again: () -> Bool = { true }, isRefused: (Reply) -> Bool, failing: (BackendError) -> Problem,
        _ send: ([HTTPHeader]) throws(Problem) -> Reply
    ) throws(Problem) -> (reply: Reply, headers: [HTTPHeader], isWithheld: Bool) {
        func proof<Value>(_ body: () throws(BackendError) -> Value) throws(Problem) -> Value {
            do throws(BackendError) { return try body() } catch { throw failing(error) }
        }
        let first = try proof { () throws(BackendError) in try headers() }
        let reply = try send(first)
        guard isRefused(reply), try proof({ () throws(BackendError) in try renew(after: first) }) else {
            return (reply, first, false)
        }
        guard again() else { return (reply, first, true) }
        let second = try proof { () throws(BackendError) in try headers() }
        return (try send(second), second, false)
    }
}

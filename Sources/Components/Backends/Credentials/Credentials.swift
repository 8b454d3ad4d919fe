package import Curl

/// What proves to a service who asks; one for all slots of a run, asked from any thread.
///
/// Obligations of every implementation:
/// - What is there to be read, signed or asked for is so only when it is needed, and once for all slots: one asks, the
///   others wait for what it gets.
/// - No error holds a secret.
package protocol Credentials: Sendable {
    /// The cloud project the credentials belong to, where they or their surroundings say; sends no request.
    var project: String? { get }

    /// Header fields that are valid now, for `HTTPRequest.credentials`; renewed before they end.
    func headers() throws(BackendError) -> [HTTPHeader]

    /// Looks for something better after the service refused what `headers` gave (status 401).
    ///
    /// Of several slots that were refused the same, one renews, and the others learn that it did.
    ///
    /// - Parameter refused: the header fields the refused request carried.
    /// - Returns: whether `headers` now gives something else, so that asking once more makes sense.
    func renew(after refused: [HTTPHeader]) throws(BackendError) -> Bool
}

package import Domain

/// That a service answers no request at present.
package struct ServiceTrouble: Equatable, Sendable {
    /// What it answers, such as `503`; nil where it cannot be reached.
    package let code: String?
    /// Requests in a row that failed.
    package let failures: Int
    /// Until the next request goes out.
    package let wait: TimeSpan

    /// A trouble.
    package init(code: String?, failures: Int, wait: TimeSpan) {
        self.code = code
        self.failures = failures
        self.wait = wait
    }
}

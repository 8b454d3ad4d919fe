/// A try at an image, as the report shows it.
package struct ShownAttempt: Sendable {
    package let startedAt: Timestamp
    /// As the view `attempts` has it: `done`, `failed`, `retry`, ...
    package let outcome: String
    package let code: String?
    package let message: String?
    /// Millionths of a US dollar that it cost at the most.
    package let maxMicroDollars: Int64

    /// A try.
    package init(startedAt: Timestamp, outcome: String, code: String?, message: String?, maxMicroDollars: Int64) {
        self.startedAt = startedAt
        self.outcome = outcome
        self.code = code
        self.message = message
        self.maxMicroDollars = maxMicroDollars
    }
}

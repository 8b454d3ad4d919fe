internal import Domain

enum RetryKey: String, SectionKey {
    case attempts, base, cap, timeout, crashes
    static let section = "retry"
    static let formerNames = ["deaths": RetryKey.crashes]
}

extension Node {
    /// What is tried again, and how often.
    func retry() -> RetryPolicy? {
        let expected = "a mapping such as {attempts: 5, base: 1s}"
        guard var fields = Fields(self, expected, keys: RetryKey.self) else { return nil }
        var retry = RetryPolicy()
        let cap = fields[.cap]?.duration()
        retry.attempts = fields[.attempts]?.whole(1...100) ?? retry.attempts
        retry.base = fields[.base]?.duration() ?? retry.base
        retry.cap = cap ?? max(retry.cap, retry.base)
        retry.timeout = fields[.timeout]?.duration() ?? retry.timeout
        retry.crashes = fields[.crashes]?.whole(1...100) ?? retry.crashes
        if let cap, cap < retry.base {
            fields.refuse(.cap, "the longest wait, `cap`, is shorter than the first, `base`")
        }
        return retry
    }
}

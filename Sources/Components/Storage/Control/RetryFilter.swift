package import Domain

/// Which images are asked again.
package enum RetryFilter: Equatable, Sendable {
    /// Those that failed, where these are given only by this kind and with this code, such as `DEADLINE_EXCEEDED`.
    case failures(kind: Failure.Kind? = nil, code: String? = nil)
    /// Those of some tasks that failed.
    case tasks([TaskID])
    /// All that was asked since a moment: those that failed, and those of which the newest answer came since then.
    case asked(since: Timestamp)

    /// Whether answers are asked for a second time.
    package var supersedesAnswers: Bool { if case .asked = self { true } else { false } }
}

/// Which changes a person has accepted, however many of a job's pictures they are.
package struct AcceptedChanges: Equatable, Sendable {
    /// A change of many pictures at once that waits for the word of a person; the raw value is that of its option.
    package enum Change: String, Sendable {
        /// Pictures that are gone are marked as missing.
        case missing
        /// Pictures that the sources do not give any more leave the job.
        case removed
        /// Pictures are asked again and billed again.
        case again

        /// The option that accepts it: `--accept-missing`.
        package var option: String { "--accept-\(rawValue)" }
    }

    package var missing = false, removed = false, again = false

    /// None of them.
    package init() {}

    /// Whether a change is accepted.
    package subscript(change: Change) -> Bool {
        switch change {
        case .missing: missing
        case .removed: removed
        case .again: again
        }
    }
}

/// Which changes a person has accepted, however many of a job's pictures they are.
package struct AcceptedChanges: Equatable, Sendable {
    /// Pictures that are gone are marked as missing: `--accept-missing`.
    package var missing = false
    /// Pictures that no source names any more leave the job: `--accept-removed`.
    package var removed = false
    /// Pictures are asked again and billed again: `--accept-again`.
    package var again = false

    /// None of them.
    package init() {}
}

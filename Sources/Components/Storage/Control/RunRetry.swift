package import Domain

/// The images of one run that are asked again, by what is asked of them.
package struct RunRetry: Equatable, Sendable {
    /// The run whose tasks are queued again.
    package let run: RunID
    /// What is asked of how many images.
    package var queue = RunQueue()

    /// Of a run, nothing yet.
    package init(_ run: RunID) { self.run = run }

    /// How many images.
    package var images: Int { queue.parts.reduce(0) { $0 + $1.images } }
}

extension [RunRetry] {
    /// The images of all runs.
    package var images: Int { reduce(0) { $0 + $1.images } }
}

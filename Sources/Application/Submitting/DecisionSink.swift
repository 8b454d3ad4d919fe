internal import Storage
internal import Domain

/// Where the decisions of a look at a job's sources go: to be written down, or to be counted.
protocol DecisionSink {
    /// Takes decisions in, and what could not be taken.
    ///
    /// - Parameter settledPlace: every name before this place in the order of the sources was seen.
    mutating func take(_ images: [PlannedImage], _ problems: [SubmissionProblem], settledPlace: Int64)
        throws(StoreError) -> SubmissionProgress

    /// Takes note of where files were found about which something must be written though they need no reading.
    mutating func note(_ images: [PlannedImage], in listing: Listing, at first: Int64)

    /// Takes note of files that need nothing: those of a listing's diff.
    mutating func takeKnown(_ diff: ListingDiff)

    /// Takes note of new and changed files that are not read.
    mutating func takeUnread(_ count: Int)
}

extension DecisionSink {
    mutating func note(_ images: [PlannedImage], in listing: Listing, at first: Int64) {}
}

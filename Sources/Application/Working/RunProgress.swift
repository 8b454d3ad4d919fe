package import Storage
package import Domain

/// How far a run is, by the work of all processes.
package struct RunProgress: Equatable, Sendable {
    /// Why nothing of the run is sent at present.
    package enum Wait: Equatable, Sendable {
        /// The service has asked for a pause.
        case onHold(until: Timestamp)
        /// All that is queued failed for a while, and is tried again then.
        case retry(at: Timestamp)
        /// The service answers no request.
        case trouble(ServiceTrouble)
    }

    /// Its numbers.
    package let totals: RunTotals
    /// Images that ended in a second, over the last minute, as `cairn status` says it; 0 where none has.
    package let imagesPerSecond: Double
    /// The cap that leaves the least room; nil where none is set.
    package let cap: CapUsage?
    /// How many of the queued images that cap leaves room for; nil where it leaves room for all.
    package let imagesToCap: Int?
    /// What it waits for; nil where it is worked on.
    package let wait: Wait?

    /// The time until it is finished, or until the cap is reached; nil where that cannot be known.
    package var left: TimeSpan? {
        var reachable = totals
        reachable.queued = imagesToCap ?? totals.queued
        return wait == nil ? reachable.remaining(at: imagesPerSecond) : nil
    }

    /// A value of these parts.
    package init(
        totals: RunTotals, imagesPerSecond: Double, cap: CapUsage? = nil, imagesToCap: Int? = nil, wait: Wait? = nil
    ) {
        self.totals = totals
        self.imagesPerSecond = imagesPerSecond
        self.cap = cap
        self.imagesToCap = imagesToCap
        self.wait = wait
    }
}

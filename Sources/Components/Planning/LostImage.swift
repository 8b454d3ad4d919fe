/// What becomes of an image whose worker has ended without it.
package enum LostImage: Equatable, Sendable {
    /// It is queued again.
    case queued
    /// It is queued again, and runs alone from now on: the next crash decides, or it was seen to kill a worker.
    case isolated
    /// It has failed: it killed as many workers as its job allows.
    case quarantined

    /// The rule of `retry.crashes`: one crash before the limit an image runs alone, at the limit it is quarantined.
    ///
    /// - Parameters:
    ///   - hasDied: whether the worker died of it, as far as is known.
    ///   - crashes: how many workers died with the image, this one included.
    ///   - limit: at how many its job quarantines an image.
    ///   - isBlamed: whether a crashed process has named it.
    package init(hasDied: Bool, crashes: Int64, limit: Int64, isBlamed: Bool) {
        if hasDied, crashes >= limit {
            self = .quarantined
        } else {
            self = isBlamed || (crashes > 0 && crashes >= limit - 1) ? .isolated : .queued
        }
    }
}

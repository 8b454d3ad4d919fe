package import Domain

/// How long a store trusts a worker that says nothing.
package enum Lease {
    /// How long a worker may be silent.
    ///
    /// It renews after `renewal`, and a store that stays locked ends its work 30 seconds later: a worker that cannot
    /// renew has stopped before another one claims what it held.
    package static let length = TimeSpan.seconds(60)
    /// After what time it renews.
    package static let renewal = TimeSpan.seconds(20)
}

package import Domain

/// A request's place in the pace of its account, which the store gives and takes back; it means nothing to others.
package struct PacePlace: Equatable, Sendable {
    /// When the request may start, by the store's clock.
    package let start: Timestamp

    /// A place.
    package init(start: Timestamp) {
        self.start = start
    }
}

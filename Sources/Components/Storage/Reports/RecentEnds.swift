package import Domain

/// How many tasks of a run ended lately, and over what time.
package struct RecentEnds: Equatable, Sendable {
    /// Tasks whose attempt answered or failed them.
    package let count: Int
    /// From the start of the first of those attempts, or of the span that was asked for, until now; a second at least.
    package let span: TimeSpan

    /// Images a second.
    package var imagesPerSecond: Double { Double(count) * 1000 / Double(span.milliseconds) }

    /// A value of these parts.
    package init(count: Int, span: TimeSpan) {
        self.count = count
        self.span = span
    }
}

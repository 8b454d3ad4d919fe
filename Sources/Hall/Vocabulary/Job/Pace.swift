/// How fast work may go.
package struct Pace: Equatable, Sendable {
    /// At most so many requests in any minute; nil: as many as the backend takes.
    package var requestsPerMinute: Int?
    /// At most so many requests at one time; nil: by the backend.
    package var inFlight: Int?

    /// A pace of which nothing is said.
    package init() {}
}

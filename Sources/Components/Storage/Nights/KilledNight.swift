package import Domain

/// The night of a job before this one, which did not end: its process was killed, or lost its machine.
package struct KilledNight: Equatable, Sendable {
    /// When it began, and the last sign of its life.
    package let since: Timestamp, lastSeen: Timestamp
    /// Units of its requests whose answers were lost: they are uncertain, and what they asked is asked again.
    package let units: Int
    /// The most that these cost, in millionths of a US dollar.
    package let microDollars: Int64

    /// A night that was killed.
    package init(since: Timestamp, lastSeen: Timestamp, units: Int, microDollars: Int64) {
        self.since = since
        self.lastSeen = lastSeen
        self.units = units
        self.microDollars = microDollars
    }
}

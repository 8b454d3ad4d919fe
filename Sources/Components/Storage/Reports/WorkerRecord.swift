package import Platform
package import Domain

/// A process that has said it works, as the store knows it.
package struct WorkerRecord: Sendable {
    /// Its row.
    package let id: WorkerID
    /// Its process, as the operating system names it.
    package let identity: ProcessIdentity
    /// When it must have renewed.
    package let leaseEnds: Timestamp
    /// When it last renewed: the last sign of its life.
    package let lastSeen: Timestamp

    /// A value of these parts.
    package init(id: WorkerID, identity: ProcessIdentity, leaseEnds: Timestamp, lastSeen: Timestamp) {
        self.id = id
        self.identity = identity
        self.leaseEnds = leaseEnds
        self.lastSeen = lastSeen
    }

    /// Whether the process works: it has renewed its lease, and is not known to be dead.
    ///
    /// - Parameters:
    ///   - host: this host's name in the store; nil where it is not known, and then the lease alone decides.
    ///   - moment: now, by the store's clock.
    package func isAlive(seenFrom host: String?, at moment: Timestamp) -> Bool {
        leaseEnds > moment && !isDead(seenFrom: host)
    }

    /// Whether the next worker takes its images for those of a dead one.
    package func isGivenUp(seenFrom host: String?, at moment: Timestamp) -> Bool {
        host.map { fate(seenFrom: $0, hasLapsed: leaseEnds < moment) == .died } ?? false
    }

    /// How a worker has ended without leaving, as far as a host can tell; nil while it lives.
    ///
    /// On another host a lease that has ended is all that can be known of a death; on this host the process only
    /// sleeps.
    package func fate(seenFrom host: String, hasLapsed: Bool) -> WorkerExit? {
        if identity.isDead(seenFrom: host) { return .died }
        guard hasLapsed else { return nil }
        return identity.host == host ? .lapsed : .died
    }

    /// Whether the process is certainly dead, however long its lease; false where this host cannot tell.
    package func isDead(seenFrom host: String?) -> Bool {
        host.map { identity.isDead(seenFrom: $0) } ?? false
    }
}

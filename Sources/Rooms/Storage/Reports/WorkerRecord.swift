package import Platform
package import Vocabulary

/// A process that has said it works, as the store knows it.
package struct WorkerRecord: Sendable {
    /// Its row.
    package let id: WorkerID
    /// Who it is to the system.
    package let identity: ProcessIdentity
    /// When it must have renewed.
    package let leaseEnds: Timestamp

    /// A value of these parts.
    package init(id: WorkerID, identity: ProcessIdentity, leaseEnds: Timestamp) {
        self.id = id
        self.identity = identity
        self.leaseEnds = leaseEnds
    }

    /// Whether the process works: it has renewed its lease, and is not known to be dead.
    ///
    /// - Parameters:
    ///   - host: this host's name in the store; nil where it is not known, and then the lease alone tells.
    ///   - moment: now, by the store's clock.
    package func isAlive(seenFrom host: String?, at moment: Timestamp) -> Bool {
        leaseEnds > moment && !isDead(seenFrom: host)
    }

    /// Whether the process is certainly dead, however long its lease; false where this host cannot tell.
    package func isDead(seenFrom host: String?) -> Bool {
        host.map { identity.isDead(seenFrom: $0) } ?? false
    }
}

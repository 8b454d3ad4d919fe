package import Domain
package import Platform

/// A night of a job: while it lasts, no other living process has one of the same job.
///
/// Its process counts as a worker's does: it is dead when it is gone, and seen from another host, or asleep, when its
/// lease has ended. Other commands may work on the job meanwhile.
package protocol NightSession: AnyObject {
    /// When it began.
    var began: Timestamp { get }

    /// The job's night before this one, where it did not end; nil as a rule.
    var killed: KilledNight? { get }

    /// Whether the lease must be renewed.
    var isDue: Bool { get }

    /// Renews the lease.
    ///
    /// - Returns: the process that has a night of the job since this one was given up; nil while the night is this
    ///   process's.
    func renew() throws(StoreError) -> NightOwner?

    /// Ends the night and keeps what came of it; one that was given up meanwhile stays as it is.
    func end(_ result: NightResult) throws(StoreError)
}

/// What came of a night.
package struct NightResult: Equatable, Sendable {
    /// The exit status of its command.
    package let exitStatus: Int32
    /// Images that failed in a way that may pass, and that a later submission asks again, and one for queries of the
    /// sources that failed: the night is not a success while there are any.
    package let awaitingRetry: Int

    /// A result.
    package init(exitStatus: Int32, awaitingRetry: Int = 0) {
        self.exitStatus = exitStatus
        self.awaitingRetry = awaitingRetry
    }
}

/// What a night of a job is begun with.
package struct NightRequest: Sendable {
    /// By which a repeated call is known.
    package let key: RequestKey
    /// The job's name; the store need not know the job yet.
    package let job: String
    /// The process that works.
    package let process: ProcessIdentity
    /// Its machine's name, for people.
    package let hostName: String

    /// A request.
    package init(key: RequestKey, job: String, process: ProcessIdentity, hostName: String) {
        self.key = key
        self.job = job
        self.process = process
        self.hostName = hostName
    }
}

/// What came of beginning a night.
package enum NightStart {
    /// The night is this process's until it ends.
    case begun(any NightSession)
    /// Another living process has a night of the job.
    case held(by: NightOwner)
}

/// Whose night of a job it is.
package struct NightOwner: Equatable, Sendable {
    package let process: ProcessIdentity
    /// Its machine's name, for people.
    package let hostName: String
    /// When the night began.
    package let since: Timestamp

    /// A holder.
    package init(process: ProcessIdentity, hostName: String, since: Timestamp) {
        self.process = process
        self.hostName = hostName
        self.since = since
    }
}

package import Platform

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

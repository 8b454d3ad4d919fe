package import Platform
package import Domain

/// Whose night of a job it is.
package struct NightHolder: Equatable, Sendable {
    /// The process.
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

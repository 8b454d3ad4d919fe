package import Platform
package import Domain

/// How files on the web are fetched.
package struct DownloadSettings: Sendable {
    /// Certificates of authorities that are trusted instead of the system's.
    var certificates: FilePath?
    /// The longest time for one file.
    var timeout: TimeSpan
    /// The most bytes of one file.
    var limit: Int

    /// The settings of a job.
    ///
    /// - Parameter limit: the most bytes of one file; 64 MB by default, which is above any picture worth fetching again
    ///   for every task and keeps several downloads at once within memory.
    package init(_ policy: RetryPolicy, certificates: FilePath?, limit: Int = 64_000_000) {
        self.certificates = certificates
        self.limit = limit
        timeout = policy.timeout
    }
}

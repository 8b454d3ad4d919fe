internal import Curl
internal import Crypto
package import Platform
package import Domain

/// A file as the web holds it now.
package enum DownloadResult {
    /// Its bytes, and what will tell whether it has changed.
    case content([UInt8], ListedFile)
    /// It is still as it was known; nothing was downloaded.
    case unchanged(ListedFile)
}

extension ListedFile {
    /// The facts that show a change of a file on the web: the time of its last change and, in the place of a file's
    /// number, the first half of its tag's digest; 0 where the server says nothing (RFC 9110, sections 8.8.2 and
    /// 8.8.3).
    init(at address: FilePath, bytes: Int64, _ response: HTTPResponse) {
        let tag = response.header("ETag").map { Digest(of: $0).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
        let modified = response.header("Last-Modified").flatMap { Timestamp(httpDate: $0)?.milliseconds } ?? 0
        // A date may lie beyond what 64 bits of nanoseconds hold; they end in 2262.
        let (nanoseconds, isTooFar) = modified.multipliedReportingOverflow(by: 1_000_000)
        self.init(
            name: address.name.bytes, bytes: bytes, modifiedNanoseconds: isTooFar ? .max : nanoseconds, inode: tag ?? 0)
    }

    /// Whether a server that says this is believed to have the same bytes still: it must have said anything of their
    /// change but their number.
    func isSurelyStill(_ known: ListedFile) -> Bool {
        self == known && (modifiedNanoseconds != 0 || inode != 0)
    }
}

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

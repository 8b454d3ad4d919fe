package import Domain
package import Crypto
package import Platform

extension LogEvent {
    /// What a submission has found so far.
    package struct Found: Sendable {
        /// Files found; read because they were new or had changed; that need nothing; images queued.
        package var found = 0, read = 0, known = 0, queued = 0
        /// Images that have another name now; that are gone.
        package var renamed = 0, missing = 0

        /// Nothing yet.
        package init() {}
    }

    /// A task, at one of its attempts.
    package struct Task: Sendable {
        package var job: String
        package var run: RunID
        package var image: LoggedImage
        /// The attempt's number, from 1.
        package var attempt: Int

        /// A task.
        package init(job: String, run: RunID, image: LoggedImage, attempt: Int) {
            self.job = job
            self.run = run
            self.image = image
            self.attempt = attempt
        }
    }

    /// A failure without its message, which quotes services and files; the view `failures` has it.
    package struct FailureWord: Sendable {
        /// The step and the class.
        package var stage: Failure.Stage, kind: Failure.Kind
        /// The library's or the system's own code.
        package var code: String?

        /// The fields of a failure.
        package init(_ failure: Failure) {
            stage = failure.stage
            kind = failure.kind
            code = failure.code
        }
    }

    /// A version of a hosted model, and what its download took.
    package struct ModelTransfer: Sendable {
        /// The SHA-256 of its file; nil where it is not known.
        package var version: Digest?
        /// Bytes that came over the network, and those of the whole file.
        package var bytes: Int64?, total: Int64?
        /// How long it took; how long until the next try.
        package var time: TimeSpan?, wait: TimeSpan?

        /// A version of which nothing is known.
        package init(version: Digest? = nil) { self.version = version }
    }

    /// Images by how they ended, and what they cost.
    package struct Sums: Sendable {
        /// Images.
        package var done = 0, failed = 0, cancelled = 0
        /// Settled and uncertain units together, and the uncertain ones among them.
        package var units = 0, uncertain = 0
        /// The most that they can cost, in millionths of a US dollar.
        package var microDollars: Int64 = 0

        /// Nothing.
        package init() {}
    }
}

/// The image that an event is about.
package struct LoggedImage: Sendable {
    /// The digest of its content; nil where the file was not read.
    package var digest: Digest?
    /// Its name: a file's bytes or an address; nil where the event concerns the content under any name.
    package var path: FilePath?

    /// An image.
    package init(digest: Digest?, path: FilePath?) {
        self.digest = digest
        self.path = path
    }

    /// The name without what may be a secret.
    var shownPath: [UInt8]? { path?.withoutSecrets.bytes }
}

package import Platform
package import Domain

/// What one process did for a job since a mark: its own attempts, and never another's.
package struct WorkSummary: Equatable, Sendable {
    /// Failures of one kind and code: of images that were asked, or of names and sources that could not be taken.
    package struct Failures: Equatable, Sendable {
        /// The kind and the code, as in the view `failures`.
        package var kind: String, code: String?
        /// How many.
        package var count: Int
        /// Some of the names, four at most.
        package var paths: [FilePath]
        /// The message of one of them.
        package var example: String
        /// How many times in a row the images had been asked again before, because the failure might have passed, and
        /// how many of them each; nil where they are names and sources, which each submission tries again.
        package var nights: [Int: Int]?

        /// Failures of one kind and code.
        package init(
            kind: String, code: String? = nil, count: Int, paths: [FilePath], example: String = "",
            nights: [Int: Int]? = [:]
        ) {
            self.kind = kind
            self.code = code
            self.count = count
            self.paths = paths
            self.example = example
            self.nights = nights
        }

        /// Images that a later night asks again by itself.
        ///
        /// - Parameter limit: how many times in a row it does, `retry.nights`.
        package func awaitingRetry(limit: Int) -> Int {
            mayPass ? nights.map { $0.filter { $0.key < limit }.values.reduce(0, +) } ?? 0 : 0
        }

        /// Images that were asked as often as that.
        package func givenUp(limit: Int) -> Int {
            mayPass ? nights.map { $0.filter { $0.key >= limit }.values.reduce(0, +) } ?? 0 : 0
        }

        /// Whether they may pass by themselves.
        private var mayPass: Bool { Failure.Kind(rawValue: kind)?.mayPass(code: code) == true }
    }

    /// Images that others answered.
    package struct Answered: Equatable, Sendable {
        /// The job whose run answered them; the process's own job where another process of it did.
        package var job: String
        /// How many.
        package var images: Int

        /// Images that a job answered.
        package init(job: String, images: Int) {
            (self.job, self.images) = (job, images)
        }
    }

    /// Images answered.
    package var done = 0
    /// Images that failed for good, and names and sources that could not be taken, the most first.
    package var failures: [Failures] = []
    /// The sources among `failures`.
    package var brokenSources = 0
    /// Names and sources that could not be taken now and, for the same reason, when the job was submitted before.
    package var problemsBefore = 0
    /// Sources that give no file now and did, or were not there, when the job was submitted before.
    package var emptySources: [String] = []
    /// Units that were answered, and units that may have been billed.
    package var settled = 0, uncertain = 0
    /// The least that they cost, behind all others of the month, and the most, in millionths of a US dollar.
    package var minMicroDollars: Int64 = 0, maxMicroDollars: Int64 = 0
    /// The most that the job's present month costs, in all processes; nil where the job never had a bill.
    package var monthMicroDollars: Int64?

    /// Nothing.
    package init() {}
}

/// A point from which on the work of one process is counted; callers give it back and never look into it.
package struct WorkBaseline: Sendable {
    package let process: ProcessIdentity
    /// The newest worker, attempt, submission and answer then.
    package let worker: WorkerID, attempt: AttemptID, submission: SubmissionID, answer: ResultID
    /// The moment, by the store's clock.
    package let moment: Timestamp

    /// A point.
    package init(
        process: ProcessIdentity, worker: WorkerID, attempt: AttemptID, submission: SubmissionID, answer: ResultID,
        moment: Timestamp
    ) {
        self.process = process
        self.worker = worker
        self.attempt = attempt
        self.submission = submission
        self.answer = answer
        self.moment = moment
    }
}

/// An image that fails, with its reason.
package struct FailingImage: Equatable, Sendable {
    /// Its name.
    package let path: FilePath
    /// The reason, as one clause.
    package let message: String

    /// An image.
    package init(path: FilePath, message: String) {
        self.path = path
        self.message = message
    }
}

/// When a night of a job last ended with exit status 0.
package struct NightSuccess: Equatable, Sendable {
    /// The job's name.
    package let job: String
    /// When.
    package let at: Timestamp

    /// A success.
    package init(job: String, at: Timestamp) {
        self.job = job
        self.at = at
    }
}

/// What is queued of a job and not begun.
package struct QueueSummary: Equatable, Sendable {
    /// Images that were queued for one reason.
    package struct Part: Equatable, Sendable {
        /// The reason's word, as in the view `tasks`.
        package var reason: String
        /// Whether they were queued before the mark.
        package var isEarlier: Bool
        /// How many images.
        package var images: Int

        /// Images of one reason.
        package init(reason: String, isEarlier: Bool, images: Int) {
            self.reason = reason
            self.isEarlier = isEarlier
            self.images = images
        }
    }

    /// Images by reason, the most first.
    package var parts: [Part] = []
    /// Units by feature that they ask for, one for each image and recipe without an answer.
    package var units: [FeatureType: Int] = [:]

    /// Nothing.
    package init() {}
}

package import Crypto
package import Platform

/// What a manifest describes: which images, what is asked of them, of whom, and at what price.
package struct Job: Equatable, Sendable {
    /// The job's identity across nights: `old-town`.
    package var name: String
    /// The store that the manifest names, absolute where the manifest's folder is; nil: none.
    package var store: FilePath?
    /// Where images come from, in the manifest's order.
    package var images: [ImageSource]
    /// Globs of paths that are left out.
    package var exclude: [String] = []
    /// The backend that answers.
    package var backend: BackendSettings
    /// What is asked; empty: what the local model gives by itself.
    package var features: [Feature]
    /// How images are made ready to be sent.
    package var prepare = Prepare()
    /// What may be spent.
    package var budget = Budget()
    /// How fast work may go.
    package var pace = Pace()
    /// What is tried again, and how often.
    package var retry = RetryPolicy()
    /// Which answers are asked for again.
    package var refresh = Refresh()
    /// What an image may be.
    package var limits = Limits()
    /// The manifest's folder, absolute; globs and the lines of lists are relative to it.
    package var directory: FilePath
    /// The manifest as it was read.
    package var source: String
    /// SHA-256 of the manifest's bytes.
    package var digest: Digest

    /// A job with every setting that has a default left to it.
    package init(
        name: String, images: [ImageSource], backend: BackendSettings, features: [Feature], directory: FilePath,
        source: String, digest: Digest
    ) {
        self.name = name
        self.images = images
        self.backend = backend
        self.features = features
        self.directory = directory
        self.source = source
        self.digest = digest
    }

    /// The first feature without a known price: no cap in money could be held for it.
    package var featureWithoutPrice: FeatureType? { features.map(\.type).first { $0 == .productSearch } }

    /// Whether its budget is in money.
    package var hasBudgetInMoney: Bool { [budget.run, budget.day, budget.month].contains { $0?.microDollars != nil } }

    /// Whether a vendor bills for what it asks.
    package var isBilled: Bool { backend.isBilled }
}

/// What an image may be; one beyond is a failure of that image alone.
package struct Limits: Equatable, Sendable {
    /// The most pixels a header may promise: 200 megapixels unless the manifest says otherwise.
    package var pixels: Int64 = 200_000_000
    /// The bytes that decodes of large pictures share in one process.
    package var memory: Int64 = 256_000_000
    /// The longest that a model on this machine may take for one picture.
    package var picture = TimeSpan.seconds(300)

    /// The limits of a manifest that says nothing of them.
    package init() {}
}

/// Which answers are asked for again.
package struct Refresh: Equatable, Sendable {
    /// Answers older than this; nil: an answer never ages.
    package var olderThan: TimeSpan?
    /// Whether tasks that failed in earlier runs are tried again.
    package var failed = false

    /// Nothing is asked for again.
    package init() {}
}

/// What is tried again, and how often.
package struct RetryPolicy: Equatable, Sendable {
    /// Tries of one task before it has failed.
    package var attempts = 5
    /// The longest wait before the second try; it doubles with every further one.
    package var base = TimeSpan.seconds(1)
    /// The longest wait of all.
    package var cap = TimeSpan.seconds(60)
    /// The longest that one try may take.
    package var timeout = TimeSpan.seconds(60)
    /// Crashes of the worker while it processes an image before that image is quarantined.
    package var crashes = 3
    /// Submissions in a row, of a night each, that try a failure again which may pass.
    package var nights = 5

    /// The policy of a manifest that says nothing of it.
    package init() {}
}

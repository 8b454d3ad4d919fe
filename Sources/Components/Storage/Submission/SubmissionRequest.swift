package import Domain
package import Crypto
package import Platform

/// What a submission is begun with.
package struct SubmissionRequest: Sendable {
    /// By which a repeated call is known.
    package let key: RequestKey
    /// The job's manifest.
    package let manifest: PinnedManifest
    /// What the job asks of every image.
    package let recipes: [Recipe]
    /// Which earlier answers and failures are asked again.
    package let refresh: Refresh
    /// At how many crashes of a worker an image is quarantined that was being processed.
    package let crashLimit: Int
    /// How many times in a row a failure that may pass is tried again by itself.
    package let retryNights: Int
    /// The run's priority from now on, -100...100; nil: the one it has.
    package let priority: Int?
    /// Where the paths of the sources are.
    package let volume: Volume
    /// Whether a source gives a name to be read in this way, if the image in it has this digest.
    package let isGiven: @Sendable (SourcePath, Digest) -> Bool

    /// A request.
    package init(
        key: RequestKey, manifest: PinnedManifest, recipes: [Recipe], refresh: Refresh, crashLimit: Int,
        retryNights: Int = RetryPolicy().nights,
        priority: Int? = nil, volume: Volume = .thisMachine,
        isGiven: @escaping @Sendable (SourcePath, Digest) -> Bool = { _, _ in false }
    ) {
        self.key = key
        self.manifest = manifest
        self.recipes = recipes
        self.refresh = refresh
        self.crashLimit = crashLimit
        self.retryNights = retryNights
        self.priority = priority
        self.volume = volume
        self.isGiven = isGiven
    }
}

/// A manifest as its job goes by it.
package struct PinnedManifest: Sendable {
    /// The job's name.
    package let job: String
    /// The manifest's bytes as they were.
    package let text: [UInt8]
    /// Its file, absolute; relative paths in it start from there.
    package let path: FilePath

    /// A manifest.
    package init(job: String, text: [UInt8], path: FilePath) {
        self.job = job
        self.text = text
        self.path = path
    }

    /// SHA-256 of the text and the path, since both decide what it means.
    package var digest: Digest { Digest(of: (text + [0] + path.bytes).span) }
}

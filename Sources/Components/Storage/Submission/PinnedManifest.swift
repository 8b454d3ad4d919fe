package import Crypto
package import Platform

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

package import Platform

/// `backend: {kind: automl}`: an AutoML Vision Edge folder.
package struct AutoMLSettings: Equatable, Sendable {
    /// The folder's `manifest.json`, absolute.
    package var manifest: FilePath
    /// Scores below are left out, 0...1; default 0.
    package var threshold: Float?
    /// The most annotations; default 10.
    package var maxResults: Int?

    /// Settings with the folder only.
    package init(manifest: FilePath) {
        self.manifest = manifest
    }
}

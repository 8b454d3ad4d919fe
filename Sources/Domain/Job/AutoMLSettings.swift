package import Platform

/// `backend: {kind: automl}`: an AutoML Vision Edge export.
package struct AutoMLSettings: Equatable, Sendable {
    /// The export's `manifest.json`, its folder, or the ZIP archive as it was downloaded; absolute.
    package var model: FilePath
    /// The key under which the job's manifest names it: `model` or `manifest`.
    package var key = "model"
    /// Scores below are left out, 0...1; default 0.
    package var threshold: Float?
    /// The most annotations; default 10.
    package var maxResults: Int?

    /// Settings with the export only.
    package init(model: FilePath) {
        self.model = model
    }
}

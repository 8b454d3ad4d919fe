package import Platform

/// `backend: {kind: automl}`: an AutoML Vision Edge export.
package struct AutoMLSettings: Equatable, Sendable {
    /// The export's `manifest.json`, its folder, or the ZIP archive as it was downloaded; absolute.
    ///
    /// Where only `hosted` says which model it is, the name that messages have for it.
    package var model: FilePath
    /// The hosted model that is used where it can be had; nil once the model's file is decided.
    package var hosted: HostedModel?
    /// Whether `model` is an export of the user's own, the fall-back of a hosted model.
    package var isBundled = true
    /// The version of the hosted model that answers; nil: `model` does.
    package var served: ModelPath?
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

/// A version of a hosted model on this machine.
package struct ModelPath: Equatable, Sendable {
    /// Its file, absolute: a model, or a ZIP archive of an export.
    package let file: FilePath
    /// The name that recipes give it: where it came from.
    package let name: String
}

internal import Text
internal import Platform
package import Domain

/// The model that a plan goes by, and its version.
package struct ModelVersion: Hashable, Sendable {
    /// The backend's kind: `vision`.
    package let backend: String
    /// The model: `builtin/stable`.
    package let model: String
    /// Its version; nil where it has none that can be known.
    package let version: String?

    /// A model.
    package init(backend: String, model: String, version: String?) {
        self.backend = backend
        self.model = model
        self.version = version
    }

    /// The model of a recipe.
    package init(_ recipe: Recipe) {
        self.init(backend: recipe.backend, model: recipe.model, version: recipe.modelVersion)
    }

    /// The models of some recipes, each once.
    package static func all(of recipes: [Recipe]) -> [ModelVersion] {
        var known: Set<ModelVersion> = []
        return recipes.map(ModelVersion.init).filter { known.insert($0).inserted }
    }

    /// The model, with its version where its name does not tell it: `scenes.tflite@1a2b3c4d`, `flowers version 3`.
    package var words: String {
        guard let version, !model.hasSuffix("@\(version)") else { return readable(model) }
        // A version may end with the model's name, as that of Tesseract ends with its languages.
        let short = version.hasSuffix(" \(model)") ? String(version.dropLast(model.count + 1)) : version
        return readable("\(model) version \(short)")
    }
}

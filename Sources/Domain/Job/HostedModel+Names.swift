package import Platform

extension HostedModel {
    /// Its place, for people, recipes and logs, without what may be a secret: `gs://bucket/models/flowers.tflite`,
    /// `https://example.org/flowers.tflite`, `firebaseml://my-project/flowers`.
    ///
    /// - Parameters:
    ///   - project: the app's, where the manifest does not name one.
    ///   - bucket: the same.
    package func name(project: String? = nil, bucket: String? = nil) -> String {
        switch source {
        case .storage(let object):
            return (object.bucket ?? bucket).map { "gs://\($0)/\(object.object)" } ?? object.object
        case .url(let file): return FilePath(file.address).withoutSecrets.description
        case .firebaseML(let model):
            return "firebaseml://\((model.app.project ?? project).map { "\($0)/" } ?? "")\(model.name)"
        }
    }

    /// A file's name for it: `flowers.tflite`.
    package var fileName: String {
        let words: Substring
        switch source {
        case .storage(let object): words = object.object[...]
        case .url(let file): words = file.address.prefix { $0 != "?" && $0 != "#" }
        case .firebaseML(let model): words = "\(model.name).tflite"
        }
        let last = words.split(separator: "/").last.map { String($0) } ?? ""
        return last.isEmpty || last.contains(":") ? "model.tflite" : last
    }

    /// Whether Firebase ML serves it, which ends on 15 June 2027.
    package var isOfFirebaseML: Bool { if case .firebaseML = source { true } else { false } }

    /// The property list of the app, where the manifest names one.
    package var plist: FilePath? { app?.plist }

    /// The app in whose name it is asked for; nil for a plain address.
    package var app: FirebaseApp? {
        switch source {
        case .storage(let object): object.app
        case .firebaseML(let model): model.app
        case .url: nil
        }
    }
}

extension BackendSettings {
    /// The hosted model of a local backend; nil where it has none, or where its file is decided.
    package var hosted: HostedModel? {
        switch self {
        case .tflite(let settings): settings.hosted
        case .automl(let settings): settings.hosted
        case .vision, .firebase, .tesseract, .command: nil
        }
    }

    /// Whether it has a model's file of the user's own.
    package var hasBundledModel: Bool {
        switch self {
        case .tflite(let settings): settings.isBundled
        case .automl(let settings): settings.isBundled
        case .vision, .firebase, .tesseract, .command: false
        }
    }

    /// The same with the bundled model, as if no model were hosted.
    package var bundled: BackendSettings {
        switch self {
        case .tflite(var settings):
            settings.hosted = nil
            return .tflite(settings)
        case .automl(var settings):
            settings.hosted = nil
            return .automl(settings)
        case .vision, .firebase, .tesseract, .command: return self
        }
    }

    /// The same with another condition on which the hosted model's service is asked.
    package func asking(_ condition: HostedModel.Condition) -> BackendSettings {
        switch self {
        case .tflite(var settings):
            settings.hosted?.when = condition
            return .tflite(settings)
        case .automl(var settings):
            settings.hosted?.when = condition
            return .automl(settings)
        case .vision, .firebase, .tesseract, .command: return self
        }
    }

    /// The same with a version of the hosted model.
    ///
    /// - Parameter name: where it came from, for recipes.
    package func serving(_ file: FilePath, named name: String) -> BackendSettings {
        switch self {
        case .tflite(var settings):
            settings.hosted = nil
            settings.model = file
            settings.modelName = name
            return .tflite(settings)
        case .automl(var settings):
            settings.hosted = nil
            settings.served = ModelPath(file: file, name: name)
            return .automl(settings)
        case .vision, .firebase, .tesseract, .command: return self
        }
    }
}

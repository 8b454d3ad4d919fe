internal import Platform
internal import Domain

/// What a job's AutoML export would do: that of the TensorFlow Lite model inside it, with the labels beside it.
struct AutoMLPlan: LocalPlan {
    private let key: String
    private let inner: TFLitePlan
    /// Where the manifest of the export and its model do not agree: the model decides.
    let notices: [String]

    var recipes: [Recipe] { inner.recipes }
    var model: FilePath { inner.model }

    /// Reads the export, and checks that its parts fit.
    init(_ settings: AutoMLSettings) throws(BackendError) {
        let key = settings.served == nil ? "backend.\(settings.key)" : "backend.hosted"
        self.key = key
        do throws(BackendError) {
            if let served = settings.served, !AutoMLArchive.isOne(served.file) {
                inner = try AutoMLPlan.plan(served, settings)
                notices = inner.notices
                return
            }
            let export = try AutoMLExport(settings.served?.file ?? settings.model, key: key)
            inner = try TFLitePlan(
                settings.described(export.model.name), from: export.model, labels: try export.classLabels,
                backend: "automl", name: settings.served?.name ?? export.name)
            notices = AutoMLPlan.notices(export, inner) + inner.notices
        } catch {
            throw BackendError.inExport(key: key, error)
        }
    }

    /// A hosted model without an export around it: its labels are inside, else those of the bundled export.
    private static func plan(_ served: ModelPath, _ settings: AutoMLSettings) throws(BackendError) -> TFLitePlan {
        let source = ModelSource(file: served.file)
        func plan(_ labels: Labels?) throws(BackendError) -> TFLitePlan {
            try TFLitePlan(
                settings.described(served.file), from: source, labels: labels, backend: "automl", name: served.name)
        }
        do throws(BackendError) {
            return try plan(nil)
        } catch {
            guard case .labelsMissing = error else { throw error }
            guard settings.isBundled else {
                throw .setting(
                    key: "backend.hosted",
                    reason: "\(served.file) has no labels inside; "
                        + "host the ZIP of the export in its place, or name the export in backend.model")
            }
            let bundled = try AutoMLExport(settings.model, key: "backend.\(settings.key)")
            guard let labels = try bundled.classLabels else { throw error }
            return try plan(labels)
        }
    }

    func open(in environment: BackendEnvironment) throws(BackendError) -> any LocalBackend {
        do throws(BackendError) {
            return try inner.open(in: environment)
        } catch {
            throw error.keyPath == nil ? error : BackendError.inExport(key: key, error)
        }
    }

    private static func notices(_ export: AutoMLExport, _ inner: TFLitePlan) -> [String] {
        guard let told = export.manifest.modelType, let feature = inner.recipes.first?.feature else { return [] }
        let expected: [String: FeatureType] = [
            "IMAGE_LABELING": .labelDetection, "OBJECT_DETECTION": .objectLocalization,
        ]
        guard expected[told] != feature else { return [] }
        let does = feature == .objectLocalization ? "locates objects" : "labels pictures"
        return [
            "\(export.path) says \(told), and the model \(export.manifest.modelFile) \(does): the model decides, and \(feature.rawValue) is answered"
        ]
    }
}

extension AutoMLSettings {
    /// The settings of the model inside.
    fileprivate func described(_ model: FilePath) -> TFLiteSettings {
        var described = TFLiteSettings(model: model)
        described.threshold = threshold
        described.maxResults = maxResults
        return described
    }
}

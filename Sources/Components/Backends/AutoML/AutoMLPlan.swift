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
        let key = "backend.\(settings.key)"
        self.key = key
        do throws(BackendError) {
            let export = try AutoMLExport(settings.model, key: key)
            var described = TFLiteSettings(model: export.model.name)
            described.threshold = settings.threshold
            described.maxResults = settings.maxResults
            inner = try TFLitePlan(
                described, from: export.model, labels: try export.classLabels, backend: "automl", name: export.name)
            notices = AutoMLPlan.notices(export, inner) + inner.notices
        } catch {
            throw BackendError.inExport(key: key, error)
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
            "\(export.path) says \(told), and the model \(export.manifest.modelFile) \(does): the model decides, and "
                + "\(feature.rawValue) is answered"
        ]
    }
}

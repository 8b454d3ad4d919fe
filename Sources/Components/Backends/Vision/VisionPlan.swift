package import Domain
package import Services
internal import Text

/// What `kind: vision` would ask of whom, from the settings alone.
package struct VisionPlan: RemotePlan {
    /// The API's limit of images in one request.
    static let maxImages = 16
    /// The bytes of a request with several images: a margin below what the API takes.
    static let maxBytes = 10_000_000

    let settings: VisionSettings
    let questions: [FeatureQuery]
    let preparation: Preparation
    let endpoint: VisionEndpoint

    /// What is answered: one recipe for each feature.
    package var recipes: [Recipe] { questions.map(\.recipe) }
    /// Whose bill it is, where the manifest says it.
    package var knownAccount: String? { settings.account }
    /// The most images in one request.
    package var maxImages: Int { Self.maxImages }

    /// A plan for some features, each once.
    package init(_ settings: VisionSettings, features: [Feature], prepare: Prepare) {
        let preparation = Preparation(prepare: prepare)
        let endpoint = VisionEndpoint(settings.endpoint)
        self.settings = settings
        self.preparation = preparation
        self.endpoint = endpoint
        questions = features.map {
            // A test server's answers are never taken for Google's.
            FeatureQuery(
                $0, backend: .vision, model: settings.model, preparation: preparation,
                place: endpoint.isGoogle ? [] : [("endpoint", jsonString(endpoint.origin))])
        }
    }

    /// Sets the credentials.
    ///
    /// - Parameter timeout: the longest that one request may take.
    package func open(in environment: ProcessEnvironment, timeout: TimeSpan) throws(BackendError) -> VisionBackend {
        let found = try credentials(for: settings.auth, account: settings.account, in: environment)
        return VisionBackend(self, found, in: environment, timeout: timeout)
    }

    /// How a picture is made ready for some of the recipes.
    package func encoding(for recipes: [Recipe]) -> EncodeRequest { preparation.encoding(for: recipes.map(\.feature)) }

    /// A request without entries.
    func makeBatch() -> RequestBatch {
        RequestBatch(questions, maxImages: Self.maxImages, maxBytes: Self.maxBytes)
    }
}

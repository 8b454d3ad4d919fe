package import Domain
package import Services
internal import Text

/// What `kind: firebase` would ask of which function, from the settings alone.
package struct FirebasePlan: RemotePlan {
    /// A function like Firebase's sample takes one image a call.
    static let maxImages = 1

    let settings: FirebaseSettings
    let questions: [FeatureQuery]
    let preparation: Preparation
    let address: CallableAddress

    /// What is answered: one recipe for each feature.
    package var recipes: [Recipe] { questions.map(\.recipe) }
    /// Whose bill it is.
    package var knownAccount: String? { account }
    /// The most images in one call.
    package var maxImages: Int { Self.maxImages }
    /// Whose bill it is.
    var account: String { settings.account ?? settings.project }

    /// A plan for some features, each once.
    package init(_ settings: FirebaseSettings, features: [Feature], prepare: Prepare) {
        let preparation = Preparation(prepare: prepare)
        let address = CallableAddress(
            settings.function, project: settings.project, sameAs: settings.sameAs)
        self.settings = settings
        self.preparation = preparation
        self.address = address
        questions = features.map {
            FeatureQuery(
                $0, backend: .firebase, model: .stable, preparation: preparation,
                place: [("function", jsonString(address.identity))])
        }
    }

    /// Signs in.
    ///
    /// - Parameter timeout: the longest that one call may take.
    package func open(
        in environment: ProcessEnvironment, timeout: TimeSpan
    ) throws(BackendError) -> FirebaseBackend {
        FirebaseBackend(self, try credentials(for: settings, in: environment), in: environment, timeout: timeout)
    }

    /// How a picture is made ready for some of the recipes.
    func encoding(for recipes: [Recipe]) -> EncodeRequest { preparation.encoding(for: recipes.map(\.feature)) }

    /// A request without entries.
    func makeBatch() -> RequestBatch {
        RequestBatch(questions, maxImages: Self.maxImages, maxBytes: RequestBatch.maxBodyBytes)
    }
}

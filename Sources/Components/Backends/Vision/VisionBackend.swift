package import Domain
package import Services

/// The Cloud Vision API, asked straight: `images:annotate`.
package struct VisionBackend: RemoteBackend {
    private let plan: VisionPlan
    private let credentials: any Credentials
    private let storage: ObjectStorage
    private let environment: ProcessEnvironment
    private let timeout: TimeSpan

    /// What it answers.
    package var recipes: [Recipe] { plan.recipes }
    /// Whose bill it is.
    package var account: String { plan.settings.account ?? credentials.project ?? unknownAccount }
    /// What keeps the usual quota of 1,800 requests a minute busy at half a second each.
    package let defaultInFlight = 16
    /// The most pictures in one request.
    package var maxImages: Int { VisionPlan.maxImages }

    init(_ plan: VisionPlan, _ credentials: any Credentials, in environment: ProcessEnvironment, timeout: TimeSpan) {
        self.plan = plan
        self.credentials = credentials
        self.timeout = timeout
        self.environment = environment
        storage = ObjectStorage(credentials: credentials, in: environment, timeout: timeout)
    }

    /// How a picture is made ready for some of the recipes.
    package func encoding(for recipes: [Recipe]) -> EncodeRequest { plan.encoding(for: recipes) }

    /// A request without entries.
    package func makeBatch() -> RequestBatch { plan.makeBatch() }

    /// A connection of its own.
    package func makeSlot() throws(BackendError) -> VisionSlot { makeSlot(over: nil) }

    /// A slot whose responses come from the caller's transport; nil: over a connection of its own.
    package func makeSlot(over transport: Transport?) -> VisionSlot {
        let client = AuthorizedClient(
            url: plan.endpoint.url, key: "backend.endpoint", credentials: credentials, transport: transport,
            in: environment, timeout: timeout)
        return VisionSlot(client, Advice(account: account, url: plan.endpoint.url))
    }

    /// The bytes of an object in Cloud Storage.
    package func download(_ object: String, limit: Int) throws(Failure) -> [UInt8] {
        try storage.download(object, limit: limit)
    }
}

internal import Curl
internal import Platform
package import Domain

/// The Cloud Vision API, asked straight: `images:annotate`.
package struct VisionBackend: RemoteBackend {
    private let plan: VisionPlan
    private let credentials: any Credentials
    private let certificates: FilePath?
    private let storage: ObjectStorage
    private let clock: Clock
    private let timeout: TimeSpan

    /// What it answers.
    package var recipes: [Recipe] { plan.recipes }
    /// Whose bill it is.
    package var account: String { plan.settings.account ?? credentials.project ?? unknownAccount }
    /// What keeps the usual quota of 1,800 requests a minute busy at half a second each.
    package let usualInFlight = 16
    /// The most pictures in one request.
    package var mostImages: Int { VisionPlan.mostImages }

    init(_ plan: VisionPlan, _ credentials: any Credentials, in environment: BackendEnvironment, timeout: TimeSpan) {
        self.plan = plan
        self.credentials = credentials
        self.timeout = timeout
        certificates = environment.certificates
        clock = environment.clock
        storage = ObjectStorage(credentials: credentials, in: environment, timeout: timeout)
    }

    /// How a picture is made ready for some of the recipes.
    package func encoding(for recipes: [Recipe]) -> EncodeRequest { plan.encoding(for: recipes) }

    /// A request without entries.
    package func makeBatch() -> RequestBatch { plan.makeBatch() }

    /// A connection of its own.
    package func makeSlot() throws(BackendError) -> any RemoteSlot {
        let client = HTTPClient(certificates: certificates)
        return makeSlot { request throws(HTTPError) in try client.perform(request) }
    }

    /// A slot whose responses come from the caller's transport.
    package func makeSlot(over transport: @escaping Transport) -> any RemoteSlot {
        VisionSlot(
            url: plan.endpoint.url, account: account, credentials: credentials, transport: transport, clock: clock,
            timeout: timeout)
    }

    /// The bytes of an object in Cloud Storage.
    package func download(_ object: String, limit: Int) throws(Failure) -> [UInt8] {
        try storage.download(object, limit: limit)
    }
}

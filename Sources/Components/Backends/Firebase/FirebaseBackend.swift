internal import Curl
internal import Platform
package import Domain

/// Cloud Vision behind a Firebase callable function.
package struct FirebaseBackend: RemoteBackend {
    private let plan: FirebasePlan
    private let credentials: any Credentials
    private let understanding: CallableDialect
    private let certificates: FilePath?
    private let clock: Clock
    private let timeout: TimeSpan

    /// What it answers.
    package var recipes: [Recipe] { plan.recipes }
    /// Whose bill it is.
    package var account: String { plan.account }
    /// A function of the sample's size answers in half a second, and Cloud Functions starts as many as are needed.
    package let usualInFlight = 16
    /// The function takes one image.
    package let mostImages = FirebasePlan.mostImages

    init(_ plan: FirebasePlan, _ credentials: any Credentials, in environment: BackendEnvironment, timeout: TimeSpan) {
        self.plan = plan
        self.credentials = credentials
        self.timeout = timeout
        understanding = CallableDialect(plan.settings.argument)
        certificates = environment.certificates
        clock = environment.clock
    }

    /// How a picture is made ready for some of the recipes.
    package func encoding(for recipes: [Recipe]) -> EncodeRequest { plan.encoding(for: recipes) }

    /// A request without entries.
    package func makeBatch() -> RequestBatch { plan.makeBatch() }

    /// A connection of its own; what is found out about the function is shared.
    package func makeSlot() throws(BackendError) -> any RemoteSlot {
        let client = HTTPClient(certificates: certificates)
        return makeSlot { request throws(HTTPError) in try client.perform(request) }
    }

    /// A slot whose responses come from the caller's transport; what is found out about the function is shared.
    package func makeSlot(over transport: @escaping Transport) -> any RemoteSlot {
        FirebaseSlot(
            advice: CallableAdvice(address: plan.address, account: account), credentials: credentials,
            understanding: understanding, transport: transport, clock: clock, timeout: timeout)
    }

    /// Always fails: a Firebase user's ID token opens no object of Cloud Storage.
    package func download(_ object: String, limit: Int) throws(Failure) -> [UInt8] {
        throw Failure(
            .unreachable, code: nil,
            "the service cannot read \(object) for the function, and a Firebase user may not download it; "
                + "let the function's service account read it, or use `kind: vision`", isTransient: false)
    }
}

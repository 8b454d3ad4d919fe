package import Domain
package import Services

/// Cloud Vision behind a Firebase callable function.
package struct FirebaseBackend: RemoteBackend {
    private let plan: FirebasePlan
    private let credentials: any Credentials
    private let understanding: CallableDialect
    private let environment: ProcessEnvironment
    private let timeout: TimeSpan

    /// What it answers.
    package var recipes: [Recipe] { plan.recipes }
    /// Whose bill it is.
    package var account: String { plan.account }
    /// A function of the sample's size answers in half a second, and Cloud Functions starts as many as are needed.
    package let defaultInFlight = 16
    /// The function takes one image.
    package let maxImages = FirebasePlan.maxImages

    init(_ plan: FirebasePlan, _ credentials: any Credentials, in environment: ProcessEnvironment, timeout: TimeSpan) {
        self.plan = plan
        self.credentials = credentials
        self.timeout = timeout
        understanding = CallableDialect(plan.settings.argument)
        self.environment = environment
    }

    /// How a picture is made ready for some of the recipes.
    package func encoding(for recipes: [Recipe]) -> EncodeRequest { plan.encoding(for: recipes) }

    /// A request without entries.
    package func makeBatch() -> RequestBatch { plan.makeBatch() }

    /// A connection of its own; what is found out about the function is shared.
    package func makeSlot() throws(BackendError) -> FirebaseSlot { makeSlot(over: nil) }

    /// A slot whose responses come from the caller's transport; nil: over a connection of its own.
    ///
    /// What is found out about the function is shared.
    package func makeSlot(over transport: Transport?) -> FirebaseSlot {
        let client = AuthorizedClient(
            url: plan.address.url, key: plan.address.key, credentials: credentials, transport: transport,
            in: environment, timeout: timeout)
        return FirebaseSlot(client, CallableAdvice(address: plan.address, account: account), understanding)
    }

    /// Always fails: a Firebase user's ID token opens no object of Cloud Storage.
    package func download(_ object: String, limit: Int) throws(Failure) -> [UInt8] {
        throw Failure(
            .unreachable, code: nil,
            "the service cannot read \(object) for the function, and a Firebase user may not download it; "
                + "let the function's service account read it, or use `kind: vision`", isTransient: false)
    }
}

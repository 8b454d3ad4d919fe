package import Platform
package import Domain
package import Services

/// What a local backend would do, from its settings and the files they name; nothing is opened before `open`.
package protocol LocalPlan: Sendable {
    /// What is answered: one recipe for each feature.
    var recipes: [Recipe] { get }
    /// What gives the answers, for messages: a model's file.
    var model: FilePath { get }
    /// What people should know of the model before it answers; each a sentence.
    var notices: [String] { get }
    func open(in environment: BackendEnvironment) throws(BackendError) -> any LocalBackend
}

extension LocalPlan {
    /// Nothing.
    package var notices: [String] { [] }
}

/// What a remote backend would do, from its settings alone; nothing is asked before `open`.
package protocol RemotePlan: Sendable {
    associatedtype Backend: RemoteBackend

    /// What is answered: one recipe for each feature.
    var recipes: [Recipe] { get }
    /// Whose bill it is as far as the settings tell; nil: the project of the credentials.
    var knownAccount: String? { get }
    /// The most images in one request.
    var maxImages: Int { get }
    /// Opens the backend: sets its credentials.
    ///
    /// - Parameter timeout: the longest that one request may take.
    func open(in environment: ProcessEnvironment, timeout: TimeSpan) throws(BackendError) -> Backend
}

/// What a job's backend would do, from its settings alone; nothing is opened before `open`.
package struct BackendPlan: Sendable {
    private enum Kind {
        case local(any LocalPlan)
        case remote(any RemotePlan)
    }

    private let kind: Kind

    /// What is answered: one recipe for each feature.
    package var recipes: [Recipe] {
        switch kind {
        case .local(let plan): plan.recipes
        case .remote(let plan): plan.recipes
        }
    }

    /// What people should know of a local model before it answers; each a sentence.
    package var notices: [String] { if case .local(let plan) = kind { plan.notices } else { [] } }

    /// Whether pictures are sent to a service.
    package var isRemote: Bool { if case .local = kind { false } else { true } }

    /// Whose bill it is as far as the settings tell; nil: the project of the credentials, and where nothing is billed.
    package var account: String? {
        switch kind {
        case .local: nil
        case .remote(let plan): plan.knownAccount
        }
    }

    /// The most images in one request.
    package var maxImages: Int {
        switch kind {
        case .local: 1
        case .remote(let plan): plan.maxImages
        }
    }

    /// Reads what the settings name, and checks that it gives the features asked for.
    ///
    /// - Parameters:
    ///   - features: what the manifest asks for; empty: what the model gives.
    ///   - prepare: how images are made ready to be sent; nothing to a local model.
    ///   - variables: environment variables, which may say where text recognition lies; none: at its usual places.
    package init(
        _ settings: BackendSettings, features: [Feature], prepare: Prepare, variables: [String: String] = [:]
    ) throws(BackendError) {
        switch settings {
        case .tflite(let settings): kind = .local(try TFLitePlan(settings))
        case .vision(let settings): kind = .remote(VisionPlan(settings, features: features, prepare: prepare))
        case .firebase(let settings): kind = .remote(FirebasePlan(settings, features: features, prepare: prepare))
        case .automl(let settings): kind = .local(try AutoMLPlan(settings))
        case .tesseract(let settings):
            kind = .local(try TesseractPlan(settings, features: features, variables: variables))
        case .command(let settings):
            kind = .local(
                try CommandPlan(settings, features: features, prepare: prepare, variables: variables))
        }
        if case .local(let plan) = kind { try BackendPlan.check(features, of: plan) }
    }

    /// A local backend, whatever asks for it.
    package init(_ plan: any LocalPlan) { kind = .local(plan) }

    /// A remote backend, whatever asks for it.
    package init(_ plan: any RemotePlan) { kind = .remote(plan) }

    /// Everything that keeps such a plan from being made; nothing where it can be.
    package static func problems(
        _ settings: BackendSettings, features: [Feature], prepare: Prepare, variables: [String: String]
    ) -> [BackendError] {
        let known: [BackendError] =
            switch settings {
            case .tflite(let settings): TFLitePlan.problems(settings)
            case .tesseract(let settings): TesseractPlan.problems(settings, variables: variables)
            case .vision, .firebase, .automl, .command: []
            }
        if !known.isEmpty { return known }
        do throws(BackendError) {
            _ = try BackendPlan(settings, features: features, prepare: prepare, variables: variables)
            return []
        } catch {
            return [error]
        }
    }

    /// What a job's backend would do; refuses a budget in money for a feature without a known price.
    ///
    /// - Parameter variables: environment variables, as above.
    package init(_ job: Job, variables: [String: String]) throws(BackendError) {
        if job.hasBudgetInMoney, let feature = job.featureWithoutPrice { throw .noPrice(feature) }
        try self.init(job.backend, features: job.features, prepare: job.prepare, variables: variables)
    }

    /// Opens the backend.
    ///
    /// - Parameter timeout: the longest that one request may take, those for credentials among them.
    package func open(in environment: BackendEnvironment, timeout: TimeSpan) throws(BackendError) -> Backend {
        var environment = environment
        environment.process.timeout = timeout
        if isRemote { try environment.process.checkCertificates() }
        return switch kind {
        case .local(let plan): .local(try plan.open(in: environment))
        case .remote(let plan): .remote(try plan.open(in: environment.process, timeout: timeout))
        }
    }

    /// Refuses features that a local backend does not give.
    private static func check(_ features: [Feature], of plan: any LocalPlan) throws(BackendError) {
        for feature in features where !plan.recipes.contains(where: { $0.feature == feature.type }) {
            let given = plan.recipes.map(\.feature.rawValue).joined(separator: ", ")
            throw .mismatch(key: "features", declared: feature.type.rawValue, model: plan.model, actual: given)
        }
    }
}

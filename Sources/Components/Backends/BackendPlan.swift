internal import LiteRT
package import Platform
package import Domain

/// What a job's backend would do, from its settings alone; nothing is opened before `open`.
package struct BackendPlan: Sendable {
    private enum Kind {
        case tflite(TFLitePlan)
        case vision(VisionPlan)
        case firebase(FirebasePlan)
    }

    private let kind: Kind

    /// What is answered: one recipe for each feature.
    package var recipes: [Recipe] {
        switch kind {
        case .tflite(let plan): plan.recipes
        case .vision(let plan): plan.recipes
        case .firebase(let plan): plan.recipes
        }
    }

    /// Whether pictures are sent to a service.
    package var isRemote: Bool { if case .tflite = kind { false } else { true } }

    /// Whose bill it is as far as the settings tell; nil: the project of the credentials, and where nothing is billed.
    package var account: String? {
        switch kind {
        case .tflite: nil
        case .vision(let plan): plan.settings.account
        case .firebase(let plan): plan.account
        }
    }

    /// The most images in one request.
    package var mostImages: Int {
        switch kind {
        case .tflite: 1
        case .vision: VisionPlan.mostImages
        case .firebase: FirebasePlan.mostImages
        }
    }

    /// Reads what the settings name, and checks that it gives the features asked for.
    ///
    /// - Parameters:
    ///   - features: what the manifest asks for; empty: what the model gives.
    ///   - prepare: how images are made ready to be sent; nothing to a local model.
    package init(_ settings: BackendSettings, features: [Feature], prepare: Prepare) throws(BackendError) {
        switch settings {
        case .tflite(let settings): kind = .tflite(try BackendPlan.local(settings, features: features))
        case .vision(let settings): kind = .vision(VisionPlan(settings, features: features, prepare: prepare))
        case .firebase(let settings): kind = .firebase(FirebasePlan(settings, features: features, prepare: prepare))
        case .automl, .tesseract, .command: throw .notBuilt("\(settings.kind.rawValue) backends")
        }
    }

    /// Everything that keeps such a plan from being made; nothing where it can be.
    package static func problems(
        _ settings: BackendSettings, features: [Feature], prepare: Prepare
    ) -> [BackendError] {
        if case .tflite(let settings) = settings {
            let problems = TFLitePlan.problems(settings)
            if !problems.isEmpty { return problems }
        }
        do throws(BackendError) {
            _ = try BackendPlan(settings, features: features, prepare: prepare)
            return []
        } catch {
            return [error]
        }
    }

    /// What a job's backend would do; refuses a budget in money for a feature without a known price.
    package init(_ job: Job) throws(BackendError) {
        if job.hasBudgetInMoney, let feature = job.featureWithoutPrice { throw .noPrice(feature) }
        try self.init(job.backend, features: job.features, prepare: job.prepare)
    }

    /// Opens the backend.
    ///
    /// - Parameter timeout: the longest that one request may take, those for credentials among them.
    package func open(in surroundings: BackendEnvironment, timeout: TimeSpan) throws(BackendError) -> Backend {
        var surroundings = surroundings
        surroundings.timeout = timeout
        if isRemote { try surroundings.checkCertificates() }
        return switch kind {
        case .tflite(let plan): .local(try plan.open(libraryAt: surroundings.libraryPlaces))
        case .vision(let plan): .remote(try plan.open(in: surroundings, timeout: timeout))
        case .firebase(let plan): .remote(try plan.open(in: surroundings, timeout: timeout))
        }
    }

    private static func local(_ settings: TFLiteSettings, features: [Feature]) throws(BackendError) -> TFLitePlan {
        let plan = try TFLitePlan(settings)
        for feature in features where !plan.recipes.contains(where: { $0.feature == feature.type }) {
            let given = plan.recipes.map(\.feature.rawValue).joined(separator: ", ")
            throw .mismatch(
                key: "features", declared: feature.type.rawValue, model: settings.model, actual: given)
        }
        return plan
    }
}

/// Where LiteRT's library is looked for, from the process's environment and the running program's path.
package func libraryPlaces(environment: [String: String], executable: FilePath?) -> [FilePath] {
    LibrarySearch.places(explicit: nil, environment: environment, executable: executable)
}

/// The place of the LiteRT library that would be used, after opening it.
package func findLibrary(at places: [FilePath]) throws(BackendError) -> FilePath {
    do throws(LiteRTError) {
        return try LiteRTLibrary(places: places).path
    } catch {
        throw BackendError(error, model: FilePath(""))
    }
}

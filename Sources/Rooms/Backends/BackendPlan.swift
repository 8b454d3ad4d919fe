internal import LiteRT
package import Platform
package import Vocabulary

/// What a job's backend would do, from its settings alone; nothing is opened before `open`.
package struct BackendPlan: Sendable {
    private let local: TFLitePlan

    /// What is answered: one recipe for each feature.
    package var recipes: [Recipe] { local.recipes }

    /// Reads what the settings name, and checks that it gives the features asked for.
    ///
    /// - Parameter features: what the manifest asks for; empty: what the model gives.
    package init(_ settings: BackendSettings, features: [Feature]) throws(BackendError) {
        guard case .tflite(let settings) = settings else {
            throw .notBuilt("`\(settings.kind.rawValue)` backend yet; `tflite` runs")
        }
        local = try TFLitePlan(settings)
        for feature in features where !local.recipes.contains(where: { $0.feature == feature.type }) {
            let given = local.recipes.map(\.feature.rawValue).joined(separator: ", ")
            throw .mismatch(
                key: "features", declared: feature.type.rawValue, model: settings.model, actual: given)
        }
    }

    /// Opens the backend.
    package func open(in surroundings: Surroundings) throws(BackendError) -> Backend {
        .local(try local.open(libraryAt: surroundings.libraryPlaces))
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

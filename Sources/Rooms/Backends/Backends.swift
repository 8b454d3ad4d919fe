internal import LiteRT
package import Platform
package import Vocabulary

/// From settings to backends.
package enum Backends {
    /// What a local model would do, without opening LiteRT's library.
    package static func plan(_ settings: TFLiteSettings) throws(BackendError) -> TFLitePlan {
        try TFLitePlan(settings)
    }

    /// Opens a planned local model with the first library that is at one of the places.
    package static func open(_ plan: TFLitePlan, libraryAt places: [FilePath]) throws(BackendError) -> any Backend {
        let library: LiteRTLibrary
        do {
            library = try LiteRTLibrary(places: places)
        } catch {
            throw BackendError(error, model: plan.settings.model)
        }
        return try plan.open(library)
    }
}

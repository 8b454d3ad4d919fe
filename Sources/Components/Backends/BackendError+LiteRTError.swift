internal import LiteRT
internal import Platform
internal import Domain

extension BackendError {
    /// The same, for an error of the ground floor about this model.
    init(_ error: LiteRTError, model: FilePath) {
        switch error {
        case .notFound(let places): self = .libraryMissing(places)
        case .notALibrary, .writableByOthers, .folder, .tooOld: self = .libraryUnusable(reason: error.description)
        case .unsupportedOperations(let names): self = .unsupportedOperations(model, names)
        case .modelRefused, .failed: self = .modelRefused(model, reason: error.description)
        }
    }
}

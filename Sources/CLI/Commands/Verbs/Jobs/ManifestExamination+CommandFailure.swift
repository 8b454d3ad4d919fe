internal import Manifest
internal import Domain

extension CommandFailure {
    /// What keeps a manifest from being a job of this version: every mistake, and every part that is not available.
    init(_ found: ManifestExamination) {
        self.init("", found.error == nil ? .backend : .badInput)
        let unavailable = found.unavailable.compactMap { part in
            found.places?.located(
                Diagnostic(keyPath: part.keyPath, message: CommandFailure.unavailable(part.name).sentence))
        }
        diagnostics = ((found.error?.diagnostics ?? []) + unavailable).inOrderOfPlaces
    }
}

internal import Manifest
internal import Domain

extension CommandFailure {
    /// What keeps a manifest from being a job: every mistake.
    init(_ found: ManifestExamination) {
        self.init("", .badInput)
        diagnostics = (found.error?.diagnostics ?? []).inOrderOfPlaces
    }
}

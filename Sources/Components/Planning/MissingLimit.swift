/// Tells pictures that were deleted from a disk that is not mounted.
///
/// Where more than half of a job's known pictures are gone at once, and more than ten, nothing is marked as missing: a
/// submission is completed with `missingAtMost`, and refused by the store above it.
package struct MissingLimit: Equatable, Sendable {
    /// Pictures that the job's names were known to have before, and that were not marked as missing.
    package let known: Int

    /// A guard for a job of `known` pictures.
    package init(known: Int) {
        self.known = max(0, known)
    }

    /// The most pictures that may be marked as missing at once: half of the known ones, and ten in any case.
    package var missingAtMost: Int { max(MissingLimit.always, known / 2) }

    /// Whether this many missing pictures are too many.
    package func refuses(missing: Int) -> Bool { missing > missingAtMost }

    /// Why a submission was refused: one clause without a full stop.
    ///
    /// - Parameter missing: pictures that would have been marked, more than `missingAtMost`.
    package func words(missing: Int) -> String {
        let which = missing >= known ? "all \(known)" : "\(missing) of \(known)"
        return "\(which) known pictures are gone; is the disk mounted?"
    }

    /// This many may always be marked.
    private static let always = 10
}
